"""Acts on how results are reported. `games.results.acts` has those on results."""

from __future__ import annotations

from common.journal.acts import NOTHING
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import EventAct


class RevokeSeatLink(EventAct):
    """The link on the slip of a seat is valid no more."""

    name = "revoke-seat-link"
    permission = Permission.DECIDE_RESULT
    changes = NOTHING
    sentence = _("%(where)s: the link on the slip of %(seat)s was revoked")
