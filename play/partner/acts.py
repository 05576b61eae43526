"""What is done to play a program of this server."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from play.core.acts import LobbyAct
from players.core.acts import ClubAct
from players.roles import Permission


class BeginProgramGame(LobbyAct):
    name = "begin-program-game"
    sentence = _("Game %(game)s against the computer started, level %(level)s")


class BeginHouseGame(LobbyAct):
    name = "begin-house-player-game"
    sentence = _("Game %(game)s with a house player started")


class AddHousePlayer(ClubAct):
    name = "add-house-player"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("House player %(person)s added")


class RemoveHousePlayer(ClubAct):
    name = "remove-house-player"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("House player %(person)s removed")
