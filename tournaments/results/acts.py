"""Acts on how results are reported, and calls of an arbiter. `games.results.acts` has those on results."""

from __future__ import annotations

from common.journal.acts import NOTHING, Data
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import WHILE_IT_IS, EventAct


class CallArbiter(EventAct):
    """A player asks for an arbiter at the board."""

    name = "call-arbiter"
    changes = NOTHING
    sentence = _("%(where)s: %(seat)s called the arbiter")


class AnswerCall(EventAct):
    """An arbiter has been at the board, or goes there."""

    name = "answer-call"
    permission = Permission.DECIDE_RESULT
    changes = NOTHING
    sentence = _("%(where)s: the call of %(seat)s was answered")


class RequireTwoPersons(EventAct):
    """Results that are entered at the desk are verified by a second person, or no more."""

    name = "require-two-persons"
    permission = Permission.EDIT_EVENT
    changes = NOTHING
    depends_on = WHILE_IT_IS
    keeps_point = False
    sentence = _("Results no longer need a second person")
    needed = _("Results need a second person to verify them")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Whether they do."""
        return cls.needed if data.get("needed") else cls.sentence


class VerifyResult(EventAct):
    """A second person found the result of a game right."""

    name = "verify-result"
    permission = Permission.ENTER_RESULT
    changes = NOTHING
    depends_on = WHILE_IT_IS
    sentence = _("%(where)s: result verified")


class RevokeSeatLink(EventAct):
    """The link on the slip of a seat is valid no more."""

    name = "revoke-seat-link"
    permission = Permission.DECIDE_RESULT
    changes = NOTHING
    sentence = _("%(where)s: the link on the slip of %(seat)s was revoked")
