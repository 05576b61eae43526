"""A legal turn of Guo Wu Guan in words, and the tiles that it is about: from what lies open alone."""

from __future__ import annotations

from gipf_engine.diagrams.base import Choice
from gipf_engine.diagrams.guowuguan_description import draws_of, levels_of, tell_draw, word_of_tile
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import FACE_DOWN, View
from gipf_engine.rules.guowuguan.move import BOTH, ONLY, REFILL, RIGHT, GuoWuGuanMove, parse_move
from gipf_engine.rules.guowuguan.position import GENERALS
from gipf_engine.rules.guowuguan.tiles import INDEX, TRIPLE_NAMES, triple_types

_LIFTS = _("Lift from level %(level)s")
_PASSES = Message(_("Pass a level"))
_REFILLS = Message(_("Next round"))


def describe_turn(view: View, token: str) -> Choice:
    """See `gipf_engine.diagrams.describe_turn`."""
    move = parse_move(token)
    if move == REFILL:
        return Choice(token, (), _tell_refill(view), _REFILLS)
    if move.places:
        spots = tuple(f"{move.level}.{place}" for place in move.places)
        tiles = [view.spots[spot][0] for spot in spots]
        label = Message(_("%(tiles)s: %(triple)s"), {"tiles": _words(tiles), "triple": _triple(tiles)})
        return Choice(token, spots, label, Message(_LIFTS, {"level": move.level}))
    return _describe_pass(view, token, move)


def _describe_pass(view: View, token: str, move: GuoWuGuanMove) -> Choice:
    stacks = view.pool("generals").stacks
    last = len(stacks)
    cut = [1, last] if move.cut == BOTH else [last] if move.cut == RIGHT else [1]
    row = levels_of(view)[str(move.level)]
    generals = [stacks[number - 1][0] for number in cut]
    tiles = [view.spots[spot][0] for spot in row]
    template = {
        BOTH: _("Level %(level)s (%(tiles)s) with both outer generals, %(generals)s: %(triple)s"),
        RIGHT: _("Level %(level)s (%(tiles)s) with the right general, %(generals)s: %(triple)s"),
        ONLY: _("Level %(level)s (%(tiles)s) with the general, %(generals)s: %(triple)s"),
    }.get(move.cut, _("Level %(level)s (%(tiles)s) with the left general, %(generals)s: %(triple)s"))
    values = {
        "level": move.level,
        "tiles": _words(tiles),
        "generals": _words(generals),
        "triple": _triple([*generals, *tiles]),
    }
    return Choice(token, (*(f"{GENERALS}{number}" for number in cut), *row), Message(template, values), _PASSES)


def _tell_refill(view: View) -> Message:
    draws, commons = draws_of(view), view.pool("commons").stacks
    if all(commons[place] == (FACE_DOWN,) for place in draws):
        return Message(_("Refill from tiles that lie face down: levels %(levels)s"), {"levels": list(draws.values())})
    return Message(_("Refill: %(draws)s"), {"draws": [tell_draw(view, place) for place in draws]})


def _triple(tiles: list[str]) -> Message:
    first, second, third = (INDEX[tile] for tile in tiles)
    return TRIPLE_NAMES[triple_types(first, second, third)[0]]


def _words(tiles: list[str]) -> list[Message]:
    return [word_of_tile(tile) for tile in tiles]
