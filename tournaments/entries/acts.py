"""Acts on the players of an event: registered, moved up, numbered, checked in, sitting out, withdrawn, kept apart."""

from __future__ import annotations

from collections.abc import Iterable

from common.journal.acts import NOTHING, Data, Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import WHILE_IT_IS, EventAct
from tournaments.core.webhooks import ADDED, ENTRY_REMOVED, ENTRY_RETURNED, ENTRY_WITHDRAWN

_ENTRIES = frozenset({Part.ENTRIES})
_ONE_ENTRY = frozenset({Part.ENTRY})
_RATINGS = frozenset({Part.STATE, Part.ENTRIES})

# --- the list and the waiting list -------------------------------------------------------------------


class _Enter(EventAct):
    """One player is registered, or is put on the waiting list of an event that is full."""

    changes = _ENTRIES
    sentence = _("%(player)s registered")
    waits = _("%(player)s joined the waiting list")
    webhook = ADDED

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Who waits is not registered."""
        return cls.waits if "waiting" in data else cls.sentence

    @classmethod
    def webhook_for(cls, data: Data) -> str:
        """Who waits is not told of."""
        return "" if "waiting" in data else cls.webhook


class EnterPerson(_Enter):
    name = "enter-person"
    permission = Permission.ENTER_PLAYERS
    depends_on = WHILE_IT_IS


class EnterMyself(_Enter):
    name = "enter-myself"


class EnterMany(EventAct):
    name = "enter-many"
    permission = Permission.ENTER_PLAYERS
    changes = _ENTRIES
    depends_on = WHILE_IT_IS
    sentence = _("Registered: %(players)s")
    webhook = ADDED


class RemoveEntry(EventAct):
    name = "remove-entry"
    permission = Permission.ENTER_PLAYERS
    changes = frozenset({Part.ENTRIES, Part.ENTRY})
    depends_on = frozenset({Part.STATE, Part.ENTRY, Part.PAIRINGS})
    sentence = _("%(player)s was removed from the list")
    webhook = ENTRY_REMOVED


class LeaveEvent(EventAct):
    name = "leave-event"
    changes = frozenset({Part.ENTRIES, Part.ENTRY})
    sentence = _("%(player)s was removed from the list")
    webhook = ENTRY_REMOVED


class SetEntryLimit(EventAct):
    name = "set-entry-limit"
    permission = Permission.EDIT_EVENT
    changes = frozenset({Part.LIMIT, Part.ENTRIES})
    depends_on = frozenset({Part.STATE, Part.LIMIT})
    sentence = _("Player limit changed")


class MoveUp(EventAct):
    name = "move-up"
    permission = Permission.ENTER_PLAYERS
    changes = _ENTRIES
    depends_on = WHILE_IT_IS
    sentence = _("%(player)s moved up from the waiting list")
    webhook = ADDED

    @classmethod
    def additions_for(cls, data: Data) -> Iterable[str]:
        """None: its own sentence says who moved up."""
        return []


class RemoveWaiting(EventAct):
    name = "remove-waiting"
    permission = Permission.ENTER_PLAYERS
    changes = NOTHING
    sentence = _("%(player)s was removed from the waiting list")


class LeaveWaitingList(EventAct):
    name = "leave-waiting-list"
    changes = NOTHING
    sentence = _("%(player)s left the waiting list")


# --- byes --------------------------------------------------------------------------------------------


class _Bye(EventAct):
    changes = _ONE_ENTRY
    depends_on = frozenset({Part.STATE, Part.ENTRY, Part.PAIRINGS})


class RequestBye(_Bye):
    name = "request-bye"
    keeps_point = False
    sentence = _("%(player)s requested a bye in round %(round)s")


class CancelBye(_Bye):
    name = "cancel-bye"
    keeps_point = False
    sentence = _("Bye of %(player)s in round %(round)s cancelled")


class SetHalfByes(_Bye):
    """Whether a player may have half-point byes."""

    name = "set-half-byes"
    permission = Permission.ENTER_PLAYERS
    sentence = _("Half-point byes of %(player)s allowed")
    none = _("Half-point byes of %(player)s stopped")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Allowed or not."""
        return cls.sentence if data.get("allowed") else cls.none


class GiveByes(EventAct):
    name = "give-byes"
    permission = Permission.ENTER_PLAYERS
    changes = _ONE_ENTRY
    sentence = _("Byes in round %(round)s: %(players)s")


class GiveMissedByes(EventAct):
    name = "give-missed-byes"
    permission = Permission.ENTER_PLAYERS
    changes = frozenset({Part.ENTRY, Part.PAIRINGS})
    sentence = _("%(player)s got half-point byes for rounds missed before registering: %(rounds)s")


# --- who is there ------------------------------------------------------------------------------------


class _CheckInAct(EventAct):
    permission = Permission.ENTER_PLAYERS
    changes = NOTHING


class OpenCheckIn(_CheckInAct):
    name = "open-check-in"
    sentence = _("Check-in for round %(round)s opened")


class CloseCheckIn(_CheckInAct):
    name = "close-check-in"
    sentence = _("Check-in for round %(round)s closed")


class CheckPlayerIn(EventAct):
    """An arbiter does it, the player, or the one who has the player's card."""

    name = "check-in"
    changes = NOTHING
    sentence = _("%(player)s checked in for round %(round)s")


class CheckAllIn(_CheckInAct):
    """An arbiter sees that no one is missing."""

    name = "check-all-in"
    sentence = _("All others checked in for round %(round)s: %(players)s")


class TakeBackCheckIn(_CheckInAct):
    name = "take-back-check-in"
    sentence = _("Check-in of %(player)s for round %(round)s undone")


# --- numbers -----------------------------------------------------------------------------------------


class TakeRatings(EventAct):
    """Ratings are read from a rating list."""

    name = "take-ratings"
    permission = Permission.RUN_ROUNDS
    changes = _ENTRIES
    depends_on = _RATINGS
    sentence = _("Ratings taken from the list: %(players)s")


class SetRating(EventAct):
    name = "set-rating"
    permission = Permission.RUN_ROUNDS
    changes = _ENTRIES
    depends_on = _RATINGS
    sentence = _("Rating of %(player)s set by hand")


class Renumber(EventAct):
    name = "renumber"
    permission = Permission.RUN_ROUNDS
    changes = frozenset({Part.ENTRIES, Part.PAIRINGS, Part.DRAFT})
    depends_on = frozenset({Part.STATE, Part.ENTRIES, Part.PAIRINGS, Part.DRAFT})
    sentence = _("Pairing numbers recalculated from the ratings")


# --- leaving, and keeping apart ----------------------------------------------------------------------


class Withdraw(EventAct):
    name = "withdraw"
    permission = Permission.RUN_ROUNDS
    changes = frozenset({Part.ENTRY, Part.RESULTS})
    depends_on = WHILE_IT_IS | {Part.ENTRY, Part.PAIRINGS}
    sentence = _("%(player)s withdrew; earlier results count")
    annulled = _("%(player)s withdrew; all results were removed")
    expelled = _("%(player)s was expelled; opponents keep their results")
    webhook = ENTRY_WITHDRAWN

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """What becomes of the results."""
        return cls.expelled if data.get("expelled") else cls.annulled if data.get("annulled") else cls.sentence


class WithdrawMany(EventAct):
    """Several players leave, each by the custom of the format; one line and one reason for all."""

    name = "withdraw-many"
    permission = Permission.RUN_ROUNDS
    changes = Withdraw.changes
    depends_on = Withdraw.depends_on
    sentence = _("Withdrawn: %(players)s")
    webhook = ENTRY_WITHDRAWN


class Readmit(EventAct):
    name = "readmit"
    permission = Permission.RUN_ROUNDS
    changes = _ONE_ENTRY
    depends_on = frozenset({Part.STATE, Part.ENTRY})
    sentence = _("%(player)s was reinstated")
    webhook = ENTRY_RETURNED


class _Exclusion(EventAct):
    permission = Permission.RUN_ROUNDS
    changes = frozenset({Part.APART})
    depends_on = frozenset({Part.STATE, Part.PAIRINGS})


class _QuestionAct(EventAct):
    permission = Permission.EDIT_EVENT
    changes = NOTHING
    depends_on = WHILE_IT_IS


class AddQuestion(_QuestionAct):
    """Those who register are asked something more."""

    name = "add-question"
    sentence = _("Question %(number)s added to the registration form")


class RemoveQuestion(_QuestionAct):
    """Those who register are asked something less; what was answered is deleted."""

    name = "remove-question"
    sentence = _("Question %(number)s removed from the registration form, with its answers")


class ForbidMeeting(_Exclusion):
    """Players are kept apart."""

    name = "forbid"
    sentence = _("Pairing forbidden: %(players)s")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Of pairs that are avoided where possible, another one."""
        return _("Pairing avoided where possible: %(players)s") if data.get("avoid") else cls.sentence


class AllowMeeting(_Exclusion):
    """Players are kept apart no more."""

    name = "allow"
    sentence = _("Pairing allowed again: %(players)s")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Of pairs that were avoided where possible, another one."""
        return _("Pairing no longer avoided: %(players)s") if data.get("avoid") else cls.sentence
