"""A partner of eight levels, who plays by the search: less deeply and with more error the lower the level."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gipf_engine.analysis.answer import Line

if TYPE_CHECKING:
    from gipf_engine.rules.base import Position

VERSION = "1"
"""Names the levels: with other nodes or errors they get another name, and their strength is measured again."""
MOST_WORTH = 1_000
"""A partner who errs takes a proved win for so much, in hundredths of a piece, and may miss it."""


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks, in positions, and by how much it misjudges a turn, as a standard deviation in hundredths
    of a piece."""

    nodes: int
    error: int


LEVELS = (
    Level(150, 300),
    Level(250, 160),
    Level(500, 90),
    Level(1_500, 55),
    Level(3_000, 35),
    Level(10_000, 15),
    Level(60_000, 5),
    Level(300_000, 0),
)
"""Level 1 is the first."""
LEVELS_OF = {
    "yinsh": (
        Level(150, 125),
        Level(250, 65),
        Level(500, 40),
        Level(1_000, 28),
        Level(2_000, 17),
        Level(6_000, 8),
        Level(30_000, 0),
        Level(300_000, 0),
    ),
    "zertz": (
        Level(500, 300),
        Level(1_000, 180),
        Level(3_000, 120),
        Level(6_000, 70),
        Level(12_000, 35),
        Level(25_000, 15),
        Level(25_000, 0),
        Level(300_000, 0),
    ),
}
"""Games whose evaluation has other steps, or that have many more turns: as many levels of their own."""
_EVERY_TURN = 1_000


def levels_of(game: str) -> tuple[Level, ...]:
    """The levels at which a game is played."""
    return LEVELS_OF.get(game, LEVELS)


def choose(position: Position, level: int, seed: str) -> str:
    """The turn that a level plays, the same for the same seed. ValueError where there is no kernel or no turn."""
    return choose_as(position, levels_of(position.rules.game)[level - 1], f"{VERSION} {level} {seed}")


def choose_as(position: Position, level: Level, seed: str) -> str:
    """The turn that any level plays, one of `LEVELS` or not; raises as `choose` does."""
    from gipf_engine.analysis.search import analyse  # loads the compiler

    lines = analyse(position, level.nodes, _EVERY_TURN if level.error else 1, length=1).lines
    if not lines:
        raise ValueError("the game is over")
    if not level.error:
        return lines[0].turns[0]
    chance = random.Random(f"{seed} {position.text()}")  # noqa: S311 - play, no secret
    return max(lines, key=lambda line: _worth(line) + chance.gauss(0, level.error)).turns[0]


def _worth(line: Line) -> int:
    return max(-MOST_WORTH, min(MOST_WORTH, line.score))
