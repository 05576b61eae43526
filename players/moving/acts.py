"""Acts on clubs that come from another server."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from players.core.acts import ClubAct, ServerAct
from players.roles import Permission


class BringClub(ServerAct):
    """A whole club comes from a file of another server."""

    name = "bring-club"
    permission = Permission.MANAGE_SERVER
    sentence = _("Club %(club)s imported from a file of another server")


class ClubCame(ClubAct):
    """In the journal of the club: what was done before stands in the journal of the server that it came from."""

    name = "club-came"
    permission = Permission.MANAGE_SERVER
    sentence = _("Club imported from a file of %(server)s. Its earlier journal is in that file")
