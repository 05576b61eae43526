"""A position of Guo Wu Guan in words: nothing but what lies open."""

from __future__ import annotations

from collections.abc import Iterable

from gipf_engine.diagrams.guowuguan_tiles import NAMES
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import FACE_DOWN, Effects, Stack, View
from gipf_engine.rules.guowuguan.position import GENERALS

GAME_OVER = Message(_("The game is over."))
_DOWN = Message(_("face down"))


def levels_of(view: View) -> dict[str, list[str]]:
    """The spots of each level that is in play, by its number; [] for an empty one."""
    levels: dict[str, list[str]] = {}
    for spot, stack in view.spots.items():
        row = levels.setdefault(spot.partition(".")[0], [])
        if stack:
            row.append(spot)
    return levels


def name_position(view: View) -> Message:
    """The drawing's name."""
    if view.turn is None:
        return Message(_("Guo Wu Guan, the game is over"))
    return Message(_("Guo Wu Guan, round %(round)s"), {"round": view.counters["round"]})


def describe_position(view: View, effects: Effects | None) -> list[Message]:
    """Round and phase, the last turn, generals, levels from the top, commons."""
    counters = view.counters
    messages = [GAME_OVER] if view.turn is None else [_phase(view)]
    if effects:
        messages += _last_turn(effects)
    generals, commons = view.pool("generals").stacks, view.pool("commons").stacks
    if generals:
        messages.append(Message(_("Generals, from the left: %(tiles)s."), {"tiles": _tile_names(generals)}))
    for level, spots in levels_of(view).items():
        tiles = [view.spots[spot] for spot in spots]
        messages.append(
            Message(_("Level %(level)s: %(tiles)s."), {"level": level, "tiles": _tile_names(tiles)})
            if tiles
            else Message(_("Level %(level)s: empty."), {"level": level})
        )
    messages.append(
        Message(_("Commons, from the left: %(tiles)s."), {"tiles": _tile_names(commons)})
        if commons
        else Message(_("The commons are empty."))
    )
    if drawn := draws_of(view):
        messages.append(
            Message(_("The next refill: %(draws)s."), {"draws": [tell_draw(view, place) for place in drawn]})
        )
    return [*messages, Message(_("Gates passed: %(gates)s."), {"gates": counters["gates"]})]


def draws_of(view: View) -> dict[int, str]:
    """By place in the commons, from the right, the number of the level that draws the tile next ("G": the generals)."""
    last = len(view.pool("commons").stacks) - 1
    return {last - number: stack[0] for number, stack in enumerate(view.pool("draws").stacks)}


def tell_draw(view: View, place: int) -> Message:
    """Who draws the tile at this place of the commons, and which it is."""
    target, tile = draws_of(view)[place], word_of_tile(view.pool("commons").stacks[place][0])
    if target == GENERALS:
        return Message(_("%(tile)s returns to the general's place"), {"tile": tile})
    if tile == _DOWN:
        return Message(_("level %(level)s draws a tile that lies face down"), {"level": target})
    return Message(_("level %(level)s draws %(tile)s"), {"level": target, "tile": tile})


def _phase(view: View) -> Message:
    template = _("Round %(round)s, lifting triples.") if view.counters["phase"] == 1 else _("Round %(round)s, passing.")
    return Message(template, {"round": view.counters["round"]})


def _last_turn(effects: Effects) -> list[Message]:
    messages = []
    if effects.returned:
        messages.append(
            Message(_("Last turn: %(tiles)s to the commons."), {"tiles": _tile_names(effects.returned.values())})
        )
    if effects.placed:
        messages.append(Message(_("Last turn: %(tiles)s drawn."), {"tiles": _tile_names(effects.placed.values())}))
    if effects.flipped:
        messages.append(Message(_("Turned up: %(tiles)s."), {"tiles": _tile_names(effects.flipped.values())}))
    return messages


def word_of_spot(view: View, spot: str) -> Message:
    """What lies at a place, for its label."""
    if spot.startswith(GENERALS):
        number = int(spot[1:])
        tile = view.pool("generals").stacks[number - 1][0]
        return Message(_("general %(number)s: %(tile)s"), {"number": number, "tile": word_of_tile(tile)})
    level, _dot, place = spot.partition(".")
    return Message(
        _("level %(level)s, place %(place)s: %(tile)s"),
        {"level": level, "place": place, "tile": word_of_tile(view.spots[spot][0])},
    )


def word_of_tile(tile: str) -> Message:
    """A tile by its ends and its Chinese name."""
    return _DOWN if tile == FACE_DOWN else Message("%(tile)s %(name)s", {"tile": tile, "name": NAMES[tile]})


def _tile_names(stacks: Iterable[Stack]) -> list[Message]:
    return [word_of_tile(stack[0]) for stack in stacks]
