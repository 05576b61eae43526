"""The first act on a server, and the end of the example."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from players.core.acts import ServerAct


class CreateFirstOrganiser(ServerAct):
    """No one is signed in yet."""

    name = "first-organiser"
    sentence = _("Account %(account)s created, the first on this server")


class RemoveExample(ServerAct):
    name = "remove-example"
    sentence = _("Example club removed")
