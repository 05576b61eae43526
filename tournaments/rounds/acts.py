"""Acts on rounds: paired, drafted, changed by hand, locked."""

from __future__ import annotations

from common.journal.acts import ALL, NOTHING, Data, Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import NEXT_ROUND, WHILE_IT_IS, EventAct
from tournaments.core.webhooks import ROUND_CHANGED, ROUND_CLOSED, ROUND_PUBLISHED, ROUND_REOPENED, ROUND_WITHDRAWN

_PAIRINGS = frozenset({Part.PAIRINGS})
_DRAFT = frozenset({Part.DRAFT})
_REQUEST = frozenset({Part.REQUEST})


class _RoundAct(EventAct):
    permission = Permission.RUN_ROUNDS


class StartRound(_RoundAct):
    name = "start-round"
    changes = _PAIRINGS | _REQUEST
    depends_on = NEXT_ROUND
    is_news = True
    sentence = _("Round %(round)s started")
    webhook = ROUND_PUBLISHED


class DeleteRound(_RoundAct):
    name = "delete-round"
    changes = _PAIRINGS
    is_news = True
    sentence = _("Round %(round)s undone")
    webhook = ROUND_WITHDRAWN


class AskForRound(_RoundAct):
    """A worker is to pair it."""

    name = "ask-for-round"
    changes = _REQUEST
    depends_on = ALL
    sentence = _("Round %(round)s requested; a worker pairs it")


class ForgetRoundRequest(_RoundAct):
    name = "forget-round-request"
    changes = _REQUEST
    depends_on = _REQUEST
    sentence = _("Request for round %(round)s cancelled")


class AskForExplanation(_RoundAct):
    """A worker is to find the reasons of a round's pairings."""

    name = "ask-for-explanation"
    changes = NOTHING
    sentence = _("Reasons of round %(round)s requested; a worker calculates them")


# --- drafts ------------------------------------------------------------------------------------------


class DraftRound(_RoundAct):
    name = "draft-round"
    changes = _DRAFT | _REQUEST
    depends_on = NEXT_ROUND
    sentence = _("Round %(round)s paired as a draft")


class DiscardDraft(_RoundAct):
    name = "discard-draft"
    changes = _DRAFT
    sentence = _("Draft of round %(round)s discarded")


class PublishRound(_RoundAct):
    name = "publish-round"
    changes = _PAIRINGS | _DRAFT
    is_news = True
    sentence = _("Round %(round)s published")
    webhook = ROUND_PUBLISHED


class ScheduleRound(_RoundAct):
    name = "schedule-round"
    changes = _DRAFT
    keeps_point = False
    sentence = _("Publication of round %(round)s scheduled")


class HoldRoundBack(EventAct):
    """The server does not publish a draft at its time."""

    name = "hold-round-back"
    changes = _DRAFT
    keeps_point = False
    sentence = _("Round %(round)s was not published as scheduled because of new warnings")


class UnpublishRound(_RoundAct):
    name = "unpublish-round"
    changes = _PAIRINGS | _DRAFT
    is_news = True
    sentence = _("Round %(round)s unpublished")
    webhook = ROUND_WITHDRAWN


# --- pairing by hand ---------------------------------------------------------------------------------


class BeginHandPairing(_RoundAct):
    name = "begin-hand-pairing"
    changes = _DRAFT
    sentence = _("Round %(round)s: pairing by hand started")


class TakeHandStep(_RoundAct):
    name = "take-hand-step"
    changes = _DRAFT
    keeps_point = False
    sentence = _("Round %(round)s, paired by hand: %(step)s %(numbers)s")


class AbandonHandPairing(_RoundAct):
    name = "abandon-hand-pairing"
    changes = _DRAFT
    sentence = _("Round %(round)s: pairing by hand cancelled")


class EndHandPairing(_RoundAct):
    """What was paired by hand becomes the round, be it a draft or `published`."""

    name = "end-hand-pairing"
    changes = _PAIRINGS | _DRAFT
    public_where = "published"
    sentence = _("Round %(round)s: pairing by hand finished, same as by the rules")
    differs = _("Round %(round)s: pairing by hand finished, different from the rules")
    webhook = ROUND_CHANGED

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Whether the engine would have paired it so."""
        return cls.differs if data.get("differs") else cls.sentence

    @classmethod
    def webhook_for(cls, data: Data) -> str:
        """Drafts are told to no one."""
        return cls.webhook if data.get("published") else ""


class SaveLayout(_RoundAct):
    """A draft is laid out by hand, and stays one."""

    name = "save-layout"
    changes = _DRAFT
    sentence = _("Draft of round %(round)s paired by hand")


class PublishLayout(_RoundAct):
    """A draft, or the last round, is laid out by hand as a whole and public at once."""

    name = "publish-layout"
    changes = _PAIRINGS | _DRAFT
    is_news = True
    sentence = _("Round %(round)s published, paired by hand as by the rules")
    differs = _("Round %(round)s published, paired by hand otherwise than by the rules")
    changed = _("Round %(round)s changed by hand")
    webhook = ROUND_PUBLISHED

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Whether the round was public before, and whether the engine would have paired it so."""
        if data.get("was_public"):
            return cls.changed
        return cls.differs if data.get("differs") else cls.sentence

    @classmethod
    def webhook_for(cls, data: Data) -> str:
        """A round that was public before is not published anew."""
        return ROUND_CHANGED if data.get("was_public") else cls.webhook


class SwapColours(_RoundAct):
    """No service does it any more: it is a step of pairing by hand. Journals hold it."""

    name = "swap-colours"
    changes = _PAIRINGS
    sentence = _("Colours swapped on board %(board)s of round %(round)s")
    webhook = ROUND_CHANGED


class ExchangeEntries(_RoundAct):
    """No service does it any more: it is a step of pairing by hand. Journals hold it."""

    name = "exchange-entries"
    changes = _PAIRINGS
    sentence = _("Swapped in round %(round)s: %(players)s")
    webhook = ROUND_CHANGED


# --- boards and times --------------------------------------------------------------------------------


class RedrawSetups(_RoundAct):
    name = "redraw-setups"
    changes = _PAIRINGS
    sentence = _("Set-ups of round %(round)s redrawn")
    one_board = _("Set-up of board %(board)s in round %(round)s redrawn")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Of all boards, or of one."""
        return cls.one_board if data.get("board") else cls.sentence


class BeginNextGames(EventAct):
    """The server begins further games of pairings where those before are decided."""

    name = "begin-next-games"
    changes = NOTHING
    sentence = _("Further games start on this server")


class MoveBoard(_RoundAct):
    """A pairing leaves the server's board for a wooden one."""

    name = "move-board"
    changes = _PAIRINGS
    sentence = _("Board %(board)s of round %(round)s is played over the board")


class StartTieBreakGames(_RoundAct):
    """The two of a drawn match of a knock-out play on, with a faster clock."""

    name = "start-tie-break-games"
    changes = _PAIRINGS
    is_news = True
    sentence = _("Board %(board)s of round %(round)s: tie-break games started")
    webhook = ROUND_CHANGED


class _TimeAct(_RoundAct):
    """Its form carries the version of the round, and not of the event: it is in no one's way."""

    changes = NOTHING
    public = True


class SetDeadline(_TimeAct):
    name = "set-deadline"
    sentence = _("Deadline of round %(round)s set to %(deadline)s")
    none = _("Deadline of round %(round)s removed")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """A day, or none."""
        return cls.sentence if data.get("deadline") else cls.none


class LockRound(_TimeAct):
    name = "lock-round"
    sentence = _("Round %(round)s locked")
    webhook = ROUND_CLOSED


class UnlockRound(_TimeAct):
    name = "unlock-round"
    sentence = _("Round %(round)s unlocked")
    webhook = ROUND_REOPENED


# --- the clock of a round ----------------------------------------------------------------------------


class _ClockAct(_RoundAct):
    """Nothing of the event depends on it, and each is taken back by another of them."""

    changes = NOTHING
    depends_on = WHILE_IT_IS
    keeps_point = False


class SetBroadcastDelay(EventAct):
    """Boards are shown later than they are recorded. Taken back where it is done."""

    name = "set-broadcast-delay"
    permission = Permission.EDIT_EVENT
    changes = NOTHING
    depends_on = WHILE_IT_IS
    keeps_point = False
    sentence = _("Broadcast of boards delayed by %(minutes)s min")
    at_once = _("Broadcast of boards without delay")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Without a delay it says so."""
        return cls.sentence if data.get("minutes") else cls.at_once


class StartClock(_ClockAct):
    name = "start-clock"
    sentence = _("Clock of round %(round)s started (%(minutes)s min)")


class PauseClock(_ClockAct):
    name = "pause-clock"
    sentence = _("Clock of round %(round)s paused")


class ResumeClock(_ClockAct):
    name = "resume-clock"
    sentence = _("Clock of round %(round)s resumed")


class AddTime(_ClockAct):
    """Extra time, or less of it."""

    name = "add-time"
    sentence = _("Clock of round %(round)s changed by %(minutes)s min")


class RemoveClock(_ClockAct):
    name = "remove-clock"
    sentence = _("Clock of round %(round)s removed")
