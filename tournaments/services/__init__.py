"""The services of tournaments: the only code that writes them. Each is one transaction under the event's lock."""

from tournaments.domain.errors import EventRefused
from tournaments.services.deferred_pairing import cancel_round_request, request_round
from tournaments.services.entries import (
    cancel_bye,
    enter_many,
    enter_myself,
    enter_person,
    leave_event,
    remove_entry,
    request_bye,
)
from tournaments.services.events import announce, create_event, delete_event, edit_event, retract
from tournaments.services.exclusions import add_exclusion, remove_exclusion
from tournaments.services.import_requests import Choices, ask_for_import, is_large
from tournaments.services.importing import import_event
from tournaments.services.lifecycle import close_event, reopen_event, start_event, unstart_event
from tournaments.services.pairing_edits import exchange_entries, swap_colours
from tournaments.services.pairing_explanations import ask_for_explanation
from tournaments.services.rounds import delete_round, set_deadline, start_round
from tournaments.services.seeding import Seeding
from tournaments.services.setup_redraws import redraw_setups
from tournaments.services.withdrawals import readmit, withdraw

__all__ = [
    "Choices",
    "EventRefused",
    "Seeding",
    "add_exclusion",
    "announce",
    "ask_for_explanation",
    "ask_for_import",
    "cancel_bye",
    "cancel_round_request",
    "close_event",
    "create_event",
    "delete_event",
    "delete_round",
    "edit_event",
    "enter_many",
    "enter_myself",
    "enter_person",
    "exchange_entries",
    "import_event",
    "is_large",
    "leave_event",
    "readmit",
    "redraw_setups",
    "remove_entry",
    "remove_exclusion",
    "reopen_event",
    "request_bye",
    "request_round",
    "retract",
    "set_deadline",
    "start_event",
    "start_round",
    "swap_colours",
    "unstart_event",
    "withdraw",
]
