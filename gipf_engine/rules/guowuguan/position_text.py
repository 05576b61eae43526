"""Positions and set-ups as text.

A position is seven words: the generals, the levels from the top (`/` between them), the commons, the phase with what is
reached in it, the round, the number of lifts and passes, and how many of the commons lie face down. A tile is its two
ends, the high one first; `-` is a row without tiles and `x` a level that was passed:

    636254535242 6655/-/x/43/411121 ... 1:2 7 12 0

`1:2`: in phase 1 the third level of the walk is reached. `2:2`: in phase 2 level 3 and those below may be passed.
"""

from __future__ import annotations

import re
from collections import Counter

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.guowuguan.layout import MOST_ROUNDS, Layout
from gipf_engine.rules.guowuguan.state import PASSED, GuoWuGuanState, Levels
from gipf_engine.rules.guowuguan.tiles import COPIES, INDEX, TILES, names

_LONGEST = 150
_SHAPE = re.compile(
    r"([1-6]+|-) ((?:[1-6]+|-|x)(?:/(?:[1-6]+|-|x))*) ([1-6]+|-) ([12]):([0-9]) ([0-9]{1,3}) ([0-9]{1,4}) ([0-9]{1,2})",
    re.ASCII,
)


def read_setup(setup: str, layout: Layout) -> GuoWuGuanState:
    """The start: 64 digits, the tiles in reading order, generals, levels, commons (GUO 2). Raises `BadSetup`."""
    if not setup:
        raise BadSetup(Message(_("Guo Wu Guan needs a set-up: 64 digits, the 32 tiles in reading order")))
    if len(setup) != 2 * TILES:
        raise BadSetup(
            Message(
                _("a set-up has %(wanted)s digits; this one has %(count)s"), {"wanted": 2 * TILES, "count": len(setup)}
            )
        )
    tiles = _read_tiles(setup)
    _check_tiles(tiles)
    if layout.returning and tiles[0] != INDEX[layout.returning]:
        raise BadSetup(Message(_("the general must be %(tile)s"), {"tile": layout.returning}))
    start, width = layout.generals, layout.width
    levels = tuple(tiles[start + width * level : start + width * (level + 1)] for level in range(layout.levels))
    commons = tiles[start + width * layout.levels :]
    return GuoWuGuanState(tiles[:start], levels, commons, len(commons) if layout.hidden_commons else 0)


def write_position(state: GuoWuGuanState) -> str:
    """See the top of this file."""
    levels = "/".join("x" if row is PASSED else _write_row(row) for row in state.levels)
    phase = f"{1 + state.passing}:{state.cursor}"
    rows = f"{_write_row(state.generals)} {levels} {_write_row(state.commons)}"
    return f"{rows} {phase} {state.round} {state.moves} {state.hidden}"


def read_position(text: str, layout: Layout) -> GuoWuGuanState:
    """Read what `write_position` writes. Raises `BadSetup`."""
    match = _SHAPE.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        raise BadSetup(
            Message(_("this is not a Guo Wu Guan position: it needs generals, levels, commons and four numbers"))
        )
    generals, levels, commons, phase, cursor, round_, moves, hidden = match.groups()
    state = GuoWuGuanState(
        generals=_read_row(generals),
        levels=tuple(PASSED if row == "x" else _read_row(row) for row in levels.split("/")),
        commons=_read_row(commons),
        hidden=int(hidden),
        passing=phase == "2",
        cursor=int(cursor),
        round=int(round_),
        moves=int(moves),
    )
    _check_tiles(state.generals + b"".join(row for row in state.levels if row) + state.commons)
    _check_layout(state, layout)
    return state


def _write_row(row: bytes) -> str:
    return "".join(names(row)) or "-"


def _read_row(text: str) -> bytes:
    return b"" if text == "-" else _read_tiles(text)


def _read_tiles(text: str) -> bytes:
    tiles = [text[place : place + 2] for place in range(0, len(text), 2)]
    for tile in tiles:
        if tile not in INDEX:
            raise BadSetup(
                Message(
                    _("%(tile)s is not a tile: write two digits from 6 to 1, the higher one first"), {"tile": tile}
                ),
                tile,
            )
    return bytes(INDEX[tile] for tile in tiles)


def _check_tiles(tiles: bytes) -> None:
    counted = Counter(names(tiles))
    for tile, wanted in COPIES.items():
        if counted[tile] != wanted:
            raise BadSetup(
                Message(
                    _("number of %(tile)s tiles: %(count)s instead of %(wanted)s"),
                    {"tile": tile, "wanted": wanted, "count": counted[tile]},
                ),
                tile,
            )


def _check_layout(state: GuoWuGuanState, layout: Layout) -> None:
    if len(state.levels) != layout.levels:
        raise BadSetup(Message(_("this game has %(count)s levels"), {"count": layout.levels}))
    if len(state.generals) > layout.generals:
        raise BadSetup(Message(_("this game has at most %(count)s generals"), {"count": layout.generals}))
    if layout.returning and state.generals not in (b"", bytes((INDEX[layout.returning],))):
        raise BadSetup(Message(_("the general must be %(tile)s"), {"tile": layout.returning}))
    if layout.spends_generals and not _cuts_fit(layout.generals - len(state.generals), state.levels):
        raise BadSetup(Message(_("each passed level must have cut one or two generals")))
    if b"" in state.levels and not (layout.has_passing or layout.refills_empty):
        raise BadSetup(Message(_("a level without tiles has been passed: write x")))
    if not _phase_fits(state, layout) or not 1 <= state.round <= MOST_ROUNDS + 1:
        raise BadSetup(Message(_("the phase, the round or the tiles face down are impossible")))


def _cuts_fit(cut: int, levels: Levels) -> bool:
    passed = levels.count(PASSED)
    return passed <= cut <= 2 * passed


def _phase_fits(state: GuoWuGuanState, layout: Layout) -> bool:
    """Whether cursor, phase and tiles face down can go together."""
    if state.hidden > (min(len(state.commons), layout.commons) if layout.hidden_commons else 0):
        return False
    if not state.passing:
        return state.cursor < layout.levels
    return layout.has_passing and 1 <= state.cursor <= layout.levels and state.levels[state.cursor - 1] is PASSED
