"""The services of tournaments: the only code that writes them. Each is one transaction under the event's lock."""

from tournaments.domain.errors import EventRefused
from tournaments.services.boards import play_over_the_board
from tournaments.services.byes import cancel_bye, give_byes, give_missed_byes, request_bye, set_half_byes
from tournaments.services.check_in import (
    check_in,
    check_in_by_link,
    check_in_myself,
    close_check_in,
    open_check_in,
    take_back_check_in,
)
from tournaments.services.deferred_pairing import cancel_round_request, request_round
from tournaments.services.entries import enter_many, enter_myself, enter_person
from tournaments.services.events import announce, create_event, delete_event, edit_event, retract
from tournaments.services.exclusions import add_exclusion, remove_exclusion
from tournaments.services.hand_pairing import (
    HandStep,
    Step,
    abandon_hand_pairing,
    begin_hand_pairing,
    end_hand_pairing,
    take_step,
)
from tournaments.services.import_requests import Choices, ask_for_import, is_large
from tournaments.services.importing import confirm_rounds, exceeded_limits, import_event
from tournaments.services.leaving import leave_event, remove_entry
from tournaments.services.lifecycle import close_event, reopen_event, start_event, unstart_event
from tournaments.services.listed_entries import ListedEntry, enter_listed
from tournaments.services.moving_up import leave_waiting_list, move_up, remove_waiting, set_entry_limit
from tournaments.services.numbering import renumber, set_rating, take_listed_ratings
from tournaments.services.pairing_explanations import ask_for_explanation
from tournaments.services.prizes import delete_category, save_category, set_birth_years, set_prizes
from tournaments.services.round_drafts import (
    discard_draft,
    draft_round,
    publish_round,
    schedule_round,
    unpublish_round,
)
from tournaments.services.round_locks import lock_round, unlock_round
from tournaments.services.rounds import delete_round, set_deadline, start_round
from tournaments.services.seat_links import report_by_link, revoke_link
from tournaments.services.seeding import Seeding
from tournaments.services.setup_redraws import redraw_setups
from tournaments.services.undo import undo
from tournaments.services.webhooks import (
    add_webhook,
    change_webhook,
    enable_webhook,
    remove_webhook,
    rotate_secret,
    send_again,
    send_test,
)
from tournaments.services.withdrawals import readmit, withdraw

__all__ = [
    "Choices",
    "EventRefused",
    "HandStep",
    "ListedEntry",
    "Seeding",
    "Step",
    "abandon_hand_pairing",
    "add_exclusion",
    "add_webhook",
    "announce",
    "ask_for_explanation",
    "ask_for_import",
    "begin_hand_pairing",
    "cancel_bye",
    "cancel_round_request",
    "change_webhook",
    "check_in",
    "check_in_by_link",
    "check_in_myself",
    "close_check_in",
    "close_event",
    "confirm_rounds",
    "create_event",
    "delete_category",
    "delete_event",
    "delete_round",
    "discard_draft",
    "draft_round",
    "edit_event",
    "enable_webhook",
    "end_hand_pairing",
    "enter_listed",
    "enter_many",
    "enter_myself",
    "enter_person",
    "exceeded_limits",
    "give_byes",
    "give_missed_byes",
    "import_event",
    "is_large",
    "leave_event",
    "leave_waiting_list",
    "lock_round",
    "move_up",
    "open_check_in",
    "play_over_the_board",
    "publish_round",
    "readmit",
    "redraw_setups",
    "remove_entry",
    "remove_exclusion",
    "remove_waiting",
    "remove_webhook",
    "renumber",
    "reopen_event",
    "report_by_link",
    "request_bye",
    "request_round",
    "retract",
    "revoke_link",
    "rotate_secret",
    "save_category",
    "schedule_round",
    "send_again",
    "send_test",
    "set_birth_years",
    "set_deadline",
    "set_entry_limit",
    "set_half_byes",
    "set_prizes",
    "set_rating",
    "start_event",
    "start_round",
    "take_back_check_in",
    "take_listed_ratings",
    "take_step",
    "undo",
    "unlock_round",
    "unpublish_round",
    "unstart_event",
    "withdraw",
]
