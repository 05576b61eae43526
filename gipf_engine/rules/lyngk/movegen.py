"""Which turns there are: sight along the lines, neutral moves, and Lyngk with its springboards (LYNGK 4 to 10).

What makes it quick: a stack sees exactly its neighbours among the occupied spots of each line, so one walk over
the 21 lines gives all sight. Stacks of one claimed colour that see each other, directly or over others, share
one horizon: whatever one of them can reach over springboards all of them can. (Looking across the spot that the
mover left shows nothing that it did not see from there.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gipf_engine.rules.lyngk.board import COLOURS, JOKER, LINES, RAYS, SPOTS
from gipf_engine.rules.lyngk.move import TURNS, LyngkMove
from gipf_engine.rules.lyngk.state import State

_SIZE = len(SPOTS)

Sight = list[list[int]]
"""For each spot the occupied spots that are first in sight from it, for occupied spots only."""


class _ColourBits(dict[str, int]):
    """Stack to a bit for each of its colours; jokers have none. Filled as stacks turn up."""

    def __missing__(self, stack: str) -> int:
        bits = sum(1 << COLOURS.index(piece) for piece in stack if piece != JOKER)
        self[stack] = bits
        return bits


COLOUR_BITS = _ColourBits()


def sight(stacks: Sequence[str]) -> Sight:
    """See `Sight`."""
    seen: Sight = [[] for _spot in stacks]
    for line in LINES:
        last = -1
        for spot in line:
            if stacks[spot]:
                if last >= 0:
                    seen[last].append(spot)
                    seen[spot].append(last)
                last = spot
    return seen


def spots_by_colour(stacks: Sequence[str]) -> dict[str, list[int]]:
    """Colour on top to the spots of its stacks."""
    spots: dict[str, list[int]] = {}
    for spot, stack in enumerate(stacks):
        if stack:
            spots.setdefault(stack[-1], []).append(spot)
    return spots


def neutral_moves(state: State, seen: Sight, sources: Sequence[int]) -> list[int]:
    """The moves of stacks with a neutral colour on top (LYNGK 6 to 8), as `source * 43 + target`."""
    stacks, limit = state.stacks, state.limit
    codes = []
    for source in sources:
        height, bits = len(stacks[source]), COLOUR_BITS[stacks[source]]
        highest = min(height, limit - height)
        for target in seen[source]:
            goal = stacks[target]
            if len(goal) <= highest and not bits & COLOUR_BITS[goal]:
                codes.append(source * _SIZE + target)
    return codes


def owned_moves(state: State, seen: Sight, sources: Sequence[int]) -> list[int]:
    """The moves of all stacks of one claimed colour, springboards and all (LYNGK 10), as `source * 43 + target`."""
    stacks, limit = state.stacks, state.limit
    codes = []
    waiting = set(sources)
    while waiting:
        family = _family(seen, waiting)
        horizon = [(spot, stacks[spot]) for spot in {spot for member in family for spot in seen[member]}]
        for source in family:
            capacity, bits = limit - len(stacks[source]), COLOUR_BITS[stacks[source]]
            for target, goal in horizon:
                if len(goal) <= capacity and not bits & COLOUR_BITS[goal]:
                    codes.append(source * _SIZE + target)
    return codes


def _family(seen: Sight, waiting: set[int]) -> list[int]:
    """Take out of `waiting` one stack and all that are linked with it by sight."""
    family = [waiting.pop()]
    for member in family:  # grows while it is walked
        linked = waiting.intersection(seen[member])
        waiting -= linked
        family.extend(linked)
    return family


def moves(state: State) -> Iterator[LyngkMove]:
    """Every turn of the mover except a pass (LYNGK 4), once, lazily: first without a claim, then by claim.

    Empty when the mover has no legal turn; whether he must pass then or the game is over is not told here.
    """
    if state.won:
        return
    seen, spots = sight(state.stacks), spots_by_colour(state.stacks)
    unclaimed: dict[str, list[int]] = {}
    turn = TURNS[""].__getitem__
    for colour, codes in _moves_by_colour(state, seen, spots):
        unclaimed[colour] = codes
        yield from map(turn, codes)
    for claim in state.claimable:
        if state.columns_for(claim):  # taking them off opens lines
            after = state.after_claim(claim)
            claimed = dict(_moves_by_colour(after, sight(after.stacks), spots_by_colour(after.stacks)))
        else:
            claimed = {**unclaimed, claim: owned_moves(state, seen, spots.get(claim, ()))}
        turn = TURNS[claim].__getitem__
        for codes in claimed.values():
            yield from map(turn, codes)


def _moves_by_colour(state: State, seen: Sight, spots: dict[str, list[int]]) -> Iterator[tuple[str, list[int]]]:
    """Each colour that the mover may move as things stand, and the moves of its stacks."""
    own, enemy = state.claimed[state.mover], state.claimed[1 - state.mover]
    for colour, sources in spots.items():
        if colour != JOKER and colour not in enemy:
            movers = owned_moves if colour in own else neutral_moves
            yield colour, movers(state, seen, sources)


def way(stacks: Sequence[str], source: int, target: int, colour: str) -> tuple[int, ...] | None:
    """A shortest way from `source` to `target` over springboards with `colour` on top (LYNGK 6, 10); None without any.

    An empty `colour` allows no springboard, as for neutral stacks. Whether the stack may land is not asked.
    """
    came_from = {source: source}
    reached = [source]
    for spot in reached:  # grows while it is walked
        for ray in RAYS[spot]:
            seen = next((other for other in ray if stacks[other]), None)
            if seen is None or seen in came_from:
                continue
            came_from[seen] = spot
            if seen == target:
                return _walk_back(came_from, target)
            if colour and stacks[seen][-1] == colour:
                reached.append(seen)
    return None


def _walk_back(came_from: dict[int, int], target: int) -> tuple[int, ...]:
    walked = [target]
    while came_from[walked[-1]] != walked[-1]:
        walked.append(came_from[walked[-1]])
    return tuple(reversed(walked))
