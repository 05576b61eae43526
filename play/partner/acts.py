"""What is done to play a program of this server."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from play.core.acts import LobbyAct


class BeginProgramGame(LobbyAct):
    name = "begin-program-game"
    sentence = _("Game %(game)s against the computer started, level %(level)s")
