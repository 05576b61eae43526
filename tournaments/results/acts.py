"""Acts on how results are reported, and calls of an arbiter. `games.results.acts` has those on results."""

from __future__ import annotations

from common.journal.acts import NOTHING
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import EventAct


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


class RevokeSeatLink(EventAct):
    """The link on the slip of a seat is valid no more."""

    name = "revoke-seat-link"
    permission = Permission.DECIDE_RESULT
    changes = NOTHING
    sentence = _("%(where)s: the link on the slip of %(seat)s was revoked")
