"""What administrators decide about rated games that their players arranged."""

from __future__ import annotations

from common.journal.acts import Act
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission

SCOPE = "rated-games"
"""The key of the scope in which games are taken out and put back."""


class RatedGameAct(Act):
    """A decision about one game."""

    scopes = (SCOPE,)
    permission = Permission.MANAGE_SERVER


class RemoveFromLists(RatedGameAct):
    name = "remove-from-lists"
    sentence = _("Game %(game)s removed from the rating lists: %(reason)s")


class PutBackIntoLists(RatedGameAct):
    name = "put-back-into-lists"
    sentence = _("Game %(game)s put back into the rating lists: %(reason)s")
