"""Acts on the results of games, wherever they are played."""

from __future__ import annotations

from common.journal.acts import ANYWHERE, NOTHING, Act, Data
from games.core.acts import ResultAct
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, VOID
from players.roles import Permission

_CORRECTED = _("%(where)s: %(result)s; it was %(old)s")
_CORRECTED_LATE = _("%(where)s: %(result)s; it was %(old)s, and rounds %(first)s to %(last)s were paired with that")
_CORRECTED_BEFORE_LAST = _("%(where)s: %(result)s; it was %(old)s, and round %(last)s was paired with that")


class ClaimResult(ResultAct):
    """A player reports, or an arbiter decides."""

    name = "claim-result"
    sentence = _("%(where)s: %(result)s")
    late = _("%(where)s: %(result)s; too late, not counted")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """A decision that takes the place of a result says what it was, and which rounds were paired with it."""
        if data.get("late"):
            return cls.late
        if "paired_since" in data:
            first, last = data["paired_since"]
            return _CORRECTED_BEFORE_LAST if first == last else _CORRECTED_LATE
        return _CORRECTED if data.get("old", PENDING) != PENDING else cls.sentence


class UndoDecision(ResultAct):
    name = "undo-decision"
    permission = Permission.DECIDE_RESULT
    sentence = _("%(where)s: the decision %(old)s was undone")


class HandInScore(ResultAct):
    name = "hand-in-score"
    sentence = _("%(where)s: a score sheet with %(result)s was handed in")


class Adjudicate(Act):
    """The server certifies how a game ended."""

    scopes = ANYWHERE
    name = "adjudicate"
    changes = NOTHING
    public = True
    sentence = _("%(where)s: the final score is certified")


class ContradictResult(ResultAct):
    """A record speaks against the result in force."""

    name = "contradict-result"
    sentence = _("%(where)s: a record proves %(result)s against the current result; the arbiter decides")


class SetHandicap(ResultAct):
    name = "set-handicap"
    permission = Permission.DECIDE_RESULT
    sentence = _("%(where)s: handicap %(handicap)s")


class SetRatedResult(ResultAct):
    """Rating lists count another result than the table does."""

    name = "set-rated-result"
    permission = Permission.DECIDE_RESULT
    sentence = _("%(where)s: counts in rating lists as %(rated_result)s")
    as_in_the_table = _("%(where)s: counts in rating lists as in the table")
    in_no_list = _("%(where)s: counts in no rating list")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """No result: the one of the table."""
        special = {"": cls.as_in_the_table, VOID: cls.in_no_list}
        return special.get(data.get("rated_result", ""), cls.sentence)
