"""What can be done in the lobby and in a game that is played here; the other subjects add theirs."""

from __future__ import annotations

from common.journal.acts import Act, Part
from gipf_engine.messages import gettext_noop as _

LOBBY = "lobby"
"""The key of the scope in which people meet; what is open there is its state. Acts lock a part of it each
(`play.core.services.lobby`), and move its version."""


class LobbyAct(Act):
    """Something done in the lobby."""

    scopes = (LOBBY,)
    moves = LOBBY


class GameAct(Act):
    """Something done in a game that is played here. As it is, it leaves another position and another clock."""

    scopes = ("game",)
    changes = frozenset({Part.POSITION, Part.CLOCK})


class ClockAct(GameAct):
    """Something that leaves the position as it was, and another clock."""

    changes = frozenset({Part.CLOCK})


class BesidePlay(GameAct):
    """Something that leaves the position and the clock as they were."""

    changes = frozenset()


class FromPosition(GameAct):
    """What a player wants who saw a position: a page asks by it whether the position still stands."""

    depends_on = frozenset({Part.POSITION})


class BlockPerson(LobbyAct):
    name = "block-person"
    sentence = _("A person blocked")


class Adjourn(ClockAct):
    name = "adjourn"
    sentence = _("The game adjourned")


class EndGame(GameAct):
    name = "end-game"
    sentence = _("The game ended: %(result)s")
