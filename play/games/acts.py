"""What is done in a game that is played here, from its beginning on."""

from __future__ import annotations

from common.journal.acts import Part
from gipf_engine.messages import gettext_noop as _
from play.core.acts import ClockAct, GameAct


class BeginGame(GameAct):
    name = "begin-game"
    sentence = _("Game started, %(control)s")


class LayOutGame(GameAct):
    name = "lay-out-game"
    sentence = _("The beginning of the game changed")


class PlayTurn(GameAct):
    """A turn was judged in one position, and the clock pressed as it stood: both must still be there."""

    name = "play-turn"
    depends_on = frozenset({Part.POSITION, Part.CLOCK})
    sentence = _("Turn %(ply)s played")


class Resume(ClockAct):
    name = "resume"
    sentence = _("Game resumed")
