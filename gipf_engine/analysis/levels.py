"""The levels of the partner: how far each looks, and how often it plays without looking, by rule set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

VERSION = "6"
"""Names the levels: with other figures they get another name, and their strength is measured again."""
LEVELS = range(1, 9)


@dataclass(frozen=True, slots=True)
class Level:
    """`nodes`: positions that it looks at. `careless`: in how many of a hundred turns it hardly looks at all.

    A careless turn looks at `glance` positions, and misjudges each turn by `error`: a standard deviation, in hundredths
    of a piece.
    """

    nodes: int
    careless: int
    glance: int = 400
    error: int = 300


def level_of(rules: str, level: int) -> Level:
    """One of `LEVELS` by these rules. The highest is never careless."""
    return _LADDERS.get(rules, _USUAL)[level - 1]


def _misjudging(nodes: int, error: int) -> Level:
    """A level that looks as far in every turn, and misjudges all of them."""
    return Level(nodes, 100, nodes, error)


_USUAL = (
    Level(1_000, 95),
    Level(2_000, 75),
    Level(3_000, 55),
    Level(7_000, 34),
    Level(20_000, 17),
    Level(45_000, 8),
    Level(115_000, 2),
    Level(300_000, 0),
)
_BASIC = (
    _misjudging(300, 500),
    Level(40_000, 94),
    Level(41_000, 80),
    Level(42_000, 66),
    Level(43_500, 38),
    Level(45_500, 20),
    Level(48_000, 8),
    Level(50_000, 0),
)
"""Three times the positions win nine games of ten there, so the highest looks at fewer than elsewhere: from a first
evening up to 300,000, eight levels would be farther apart than 85 %. They differ in errors, hardly in positions."""
_STANDARD = (
    _misjudging(200, 700),
    Level(8_400, 98),
    Level(15_000, 70),
    Level(28_000, 45),
    Level(45_000, 32),
    Level(60_000, 18),
    Level(75_000, 8),
    Level(80_000, 0),
)
_TOURNAMENT = (
    _misjudging(200, 1_000),
    _misjudging(400, 500),
    Level(3_300, 84),
    Level(6_000, 62),
    Level(16_000, 41),
    Level(40_000, 23),
    Level(140_000, 6),
    Level(300_000, 0),
)
_SIX = (
    Level(1_000, 100),
    Level(1_500, 66),
    Level(3_000, 48),
    Level(6_000, 30),
    Level(20_000, 13),
    Level(50_000, 6),
    Level(120_000, 2),
    Level(300_000, 0),
)
_YINSH = (
    _misjudging(150, 180),
    _misjudging(250, 65),
    _misjudging(500, 40),
    _misjudging(1_000, 28),
    _misjudging(2_000, 17),
    _misjudging(6_000, 8),
    Level(3_000, 0),
    Level(300_000, 0),
)
_ZERTZ = (
    _misjudging(500, 300),
    _misjudging(1_000, 180),
    _misjudging(3_000, 120),
    _misjudging(6_000, 70),
    _misjudging(12_000, 35),
    _misjudging(25_000, 15),
    Level(25_000, 0),
    Level(300_000, 0),
)
_DVONN = (
    _misjudging(500, 300),
    Level(2_000, 66),
    Level(6_500, 41),
    Level(16_000, 23),
    Level(32_000, 12),
    Level(60_000, 6),
    Level(130_000, 2),
    Level(300_000, 0),
)
_TZAAR = (
    _misjudging(100, 1_000),
    _misjudging(150, 600),
    _misjudging(200, 400),
    Level(2_000, 72),
    Level(3_000, 50),
    Level(8_000, 31),
    Level(40_000, 9),
    Level(300_000, 0),
)
_LYNGK = (*_USUAL[:-1], Level(900_000, 0))
"""2.6 times the positions of level 7 look 0.7 turns farther there, and win six games of ten; eight times win seven."""
_LADDERS: Mapping[str, tuple[Level, ...]] = {
    "gipf-basic": _BASIC,
    "gipf-standard": _STANDARD,
    "gipf-tournament": _TOURNAMENT,
    "lyngk-main": _LYNGK,
    "lyngk-six": _SIX,
    "yinsh-normal": _YINSH,
    "yinsh-blitz": _YINSH,
    "dvonn-drawn": _DVONN,
    "dvonn-placed": _DVONN,
    "tzaar-drawn": _TZAAR,
    "tzaar-fixed": _TZAAR,
    "tzaar-placed": _TZAAR,
    "zertz-37": _ZERTZ,
    "zertz-48": _ZERTZ,
    "zertz-61": _ZERTZ,
    "zertz-blitz": _ZERTZ,
}
