"""Is this one turn legal, and if not, why? Tested directly, without listing the others (GUO 3 and 4)."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.guowuguan.layout import MOST_ROUNDS, Layout
from gipf_engine.rules.guowuguan.move import BOTH, LEFT, ONLY, PLACES, REFILL, GuoWuGuanMove
from gipf_engine.rules.guowuguan.movegen import is_decided, may_refill, moves, sets_of_three
from gipf_engine.rules.guowuguan.state import GuoWuGuanState
from gipf_engine.rules.guowuguan.tiles import KINDS, is_triple

GAME_OVER = Message(_("the game is over"))
CLOSED = Message(_("a game is closed after %(rounds)s rounds"), {"rounds": MOST_ROUNDS})
NOTHING_TO_DRAW = Message(_("there are no tiles left to draw"))
NO_PASSING = Message(_("in this game levels are not passed by cutting generals"))
AFTER_A_PASS = Message(_("after a pass no triples are lifted until the next round"))


def find_fault(state: GuoWuGuanState, move: GuoWuGuanMove, layout: Layout) -> Message | None:
    """Why `move` may not be played, in words; None when it may."""
    if is_decided(state, layout):
        return CLOSED if state.is_closed else GAME_OVER
    if move == REFILL:
        return None if may_refill(state) else _nothing_to_draw(state, layout)
    if not 1 <= move.level <= layout.levels:
        return Message(_("there is no level %(level)s"), {"level": move.level})
    row = state.levels[move.level - 1]
    if row is None:
        return Message(_("level %(level)s has already been passed"), {"level": move.level})
    return _fault_of_lift(state, move, layout, row) if move.places else _fault_of_pass(state, move, layout, row)


def _nothing_to_draw(state: GuoWuGuanState, layout: Layout) -> Message:
    return NOTHING_TO_DRAW if next(moves(state, layout), None) else GAME_OVER


def _fault_of_lift(state: GuoWuGuanState, move: GuoWuGuanMove, layout: Layout, row: bytes) -> Message | None:
    if state.passing:
        return AFTER_A_PASS
    if layout.walk.index(move.level - 1) < state.cursor:
        return Message(_("level %(level)s was left behind in this round"), {"level": move.level})
    first, second, third = (PLACES.index(sign) for sign in move.places)
    if third >= len(row):
        return Message(_("level %(level)s has too few tiles: %(count)s"), {"level": move.level, "count": len(row)})
    if (first, second, third) not in sets_of_three(len(row), any_three=layout.any_three):
        return Message(_("these three tiles are not neighbours"))
    return _fault_of_triple(row[first], row[second], row[third])


def _fault_of_pass(state: GuoWuGuanState, move: GuoWuGuanMove, layout: Layout, row: bytes) -> Message | None:
    if not layout.has_passing:
        return NO_PASSING
    if state.passing and move.level - 1 < state.cursor:
        return Message(_("level %(level)s was left behind in this round"), {"level": move.level})
    return _fault_of_cut(state.generals, move, len(row)) or _fault_of_triple(*_cut(state.generals, move), *row)


def _fault_of_cut(generals: bytes, move: GuoWuGuanMove, tiles: int) -> Message | None:
    """Why these generals cannot be cut for a level of so many tiles."""
    if not generals:
        return Message(_("there is no general to cut"))
    if move.cut == BOTH:
        if len(generals) == 1:
            return Message(_("only one general is left: it is cut with a level of two tiles"))
        return None if tiles == 1 else _wrong_size(move, 1, tiles)
    if (move.cut == ONLY) != (len(generals) == 1):
        if move.cut == ONLY:
            return Message(_("several generals are left: write L or R for the one to cut"))
        return Message(_("only one general is left: write G"))
    return None if tiles == 2 else _wrong_size(move, 2, tiles)


def _wrong_size(move: GuoWuGuanMove, wanted: int, tiles: int) -> Message:
    return Message(
        _("tiles on level %(level)s: %(count)s; to be passed like this it must have exactly %(wanted)s"),
        {"level": move.level, "count": tiles, "wanted": wanted},
    )


def _cut(generals: bytes, move: GuoWuGuanMove) -> bytes:
    if move.cut == BOTH:
        return generals[:1] + generals[-1:]
    return generals[:1] if move.cut in (LEFT, ONLY) else generals[-1:]


def _fault_of_triple(*tiles: int) -> Message | None:
    first, second, third = tiles
    if is_triple(first, second, third):
        return None
    return Message(_("%(tiles)s are not a triple"), {"tiles": [KINDS[tile] for tile in tiles]})
