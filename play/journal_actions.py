"""What the acts of play are called: in the lobby, and in the scope of a game that is played here."""

from __future__ import annotations

from common.journal.actions import register_actions
from engine.messages import gettext_noop as _
from play.services.acting import BEGIN, DECLINE, END, OFFER, RESTART, TURN
from play.services.challenges import LOBBY

register_actions(
    LOBBY,
    {
        "open-challenge": _("A challenge made"),
        "withdraw-challenge": _("A challenge withdrawn"),
        "decline-challenge": _("A challenge declined"),
        "take-challenge": _("A challenge taken: game %(game)s"),
    },
)
register_actions(
    "game",
    {
        BEGIN: _("The game begun, %(control)s"),
        TURN: _("Turn %(ply)s played"),
        OFFER: _("A draw offered"),
        DECLINE: _("A draw declined"),
        RESTART: _("Time given back: the server could not be reached"),
        END: _("The game ended: %(result)s"),
    },
)
