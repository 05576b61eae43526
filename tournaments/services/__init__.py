"""The verbs of tournaments: the only place that writes them. Each is one transaction under the event's lock."""

from tournaments.refusals import EventRefused
from tournaments.services.asking import ask_for_round, forget_round_request
from tournaments.services.edits import exchange_entries, swap_colours
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
from tournaments.services.explaining import ask_for_explanation
from tournaments.services.forbidding import allow, forbid
from tournaments.services.import_requests import Choices, ask_for_import, is_large
from tournaments.services.importing import import_event
from tournaments.services.redraws import redraw_setups
from tournaments.services.rounds import delete_round, set_deadline, start_round
from tournaments.services.running import close_event, reopen_event, start_event, unstart_event
from tournaments.services.seeding import Seeding
from tournaments.services.withdrawals import readmit, withdraw

__all__ = [
    "Choices",
    "EventRefused",
    "Seeding",
    "allow",
    "announce",
    "ask_for_explanation",
    "ask_for_import",
    "ask_for_round",
    "cancel_bye",
    "close_event",
    "create_event",
    "delete_event",
    "delete_round",
    "edit_event",
    "enter_many",
    "enter_myself",
    "enter_person",
    "exchange_entries",
    "forbid",
    "forget_round_request",
    "import_event",
    "is_large",
    "leave_event",
    "readmit",
    "redraw_setups",
    "remove_entry",
    "reopen_event",
    "request_bye",
    "retract",
    "set_deadline",
    "start_event",
    "start_round",
    "swap_colours",
    "unstart_event",
    "withdraw",
]
