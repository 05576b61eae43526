"""Acts on the recording of a game, in its own scope, and what comes of games played here wherever they belong."""

from __future__ import annotations

from common.journal.acts import Act
from games.core.acts import ResultAct
from gipf_engine.messages import gettext_noop as _


class EndOnlineGame(ResultAct):
    """A game that is played here ends."""

    name = "end-online-game"
    sentence = _("%(where)s: the game played here ended %(result)s")


class CloseBoard(ResultAct):
    """A game that is played here was decided elsewhere, or left what it belonged to."""

    name = "close-board"
    sentence = _("%(where)s: the game played here was stopped")


class RecordTurns(Act):
    scopes = ("game",)
    name = "record-turns"
    sentence = _("Turns recorded, up to turn %(ply)s")


class TakeTurnsBack(Act):
    scopes = ("game",)
    name = "take-back"
    sentence = _("Turns undone; turns left: %(ply)s")


class FinishRecording(Act):
    """What was recorded is handed in as the game's record."""

    scopes = ("game",)
    name = "finish-recording"
    sentence = _("The recording handed in as record %(record)s")
