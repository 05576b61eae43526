"""Which stack may land where: sight along the lines, neutral moves, and Lyngk with its springboards (LYNGK 4 to 10).

What makes it quick: a stack sees exactly its neighbours among the occupied spots of each line, so one walk over
the 21 lines gives all sight. Stacks of one claimed colour that see each other, directly or over others, share
one horizon: whatever one of them can reach over springboards all of them can. (Looking across the spot that the
mover left shows nothing that it did not see from there.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gipf_engine.games.lyngk.board import BOARD, COLOURS, INDEX, JOKER
from gipf_engine.games.lyngk.state import LyngkState

_LINES = tuple(tuple(INDEX[spot] for spot in line) for line in BOARD.lines)
_RAYS = tuple(tuple(tuple(INDEX[spot] for spot in ray) for ray in BOARD.rays[name] if ray) for name in BOARD.names)
_BETWEEN = tuple({spot: ray[:number] for ray in rays for number, spot in enumerate(ray)} for rays in _RAYS)
"""For each spot those that lie on a line with it, and what lies between."""
Landings = tuple[int, list[int]]
"""A spot, and where its stack may land."""


class _ColourBits(dict[str, int]):
    """Stack to a bit for each of its colours; jokers have none. Filled as stacks turn up."""

    def __missing__(self, stack: str) -> int:
        bits = sum(1 << COLOURS.index(piece) for piece in stack if piece != JOKER)
        self[stack] = bits
        return bits


COLOUR_BITS = _ColourBits()


class Sight(dict[int, list[int]]):
    """For each spot the occupied spots that are first in sight from it, looked for when first asked."""

    __slots__ = ("_stacks",)

    def __init__(self, stacks: Sequence[str]) -> None:
        self._stacks = stacks

    def __missing__(self, spot: int) -> list[int]:
        stacks = self._stacks
        seen: list[int] = []
        for ray in _RAYS[spot]:
            for other in ray:
                if stacks[other]:
                    seen.append(other)
                    break
        self[spot] = seen
        return seen


def see_all(stacks: Sequence[str]) -> Sight:
    """The `Sight` of all occupied spots at once."""
    seen = Sight(stacks)
    for spot, stack in enumerate(stacks):
        if stack:
            seen[spot] = []
    for line in _LINES:
        last = -1
        for spot in line:
            if stacks[spot]:
                if last >= 0:
                    seen[last].append(spot)
                    seen[spot].append(last)
                last = spot
    return seen


def landings_from(state: LyngkState, source: int) -> list[int]:
    """Where the stack on `source` may land; nothing where the mover may not move it."""
    stack = state.stacks[source]
    if not stack or stack[-1] in _barred(state):
        return []
    return _landings_from(state, source, Sight(state.stacks))


def landings(state: LyngkState) -> Iterator[Landings]:
    """All stacks that the mover may move as things stand, lazily; some may have nowhere to land."""
    return _landings_in(state, see_all(state.stacks))


def _landings_in(state: LyngkState, seen: Sight) -> Iterator[Landings]:
    own, stacks, limit = state.claimed[state.mover], state.stacks, state.limit
    neither = own + _barred(state)
    for source, stack in enumerate(stacks):
        if stack and stack[-1] not in neither:
            height = len(stack)
            highest = height if height + height <= limit else limit - height
            yield source, _fitting(stacks, stack, seen[source], highest)
    yield from _owned(state, own, seen)


def landings_by_claim(state: LyngkState) -> Iterator[tuple[str, Iterable[Landings]]]:
    """`landings` without a claim ("") and under each that may be made (LYNGK 4)."""
    seen = see_all(state.stacks)
    unclaimed = dict(_landings_in(state, seen))
    yield "", unclaimed.items()
    for claim in state.claimable:
        if state.columns_for(claim):  # taking them off opens lines
            yield claim, landings(state.after_claim(claim))
        else:
            yield claim, {**unclaimed, **dict(_owned(state, claim, seen))}.items()


def can_land(state: LyngkState, source: int) -> bool:
    """Whether the mover may move the stack on `source`: nearly always there is a landing in its own sight."""
    stack = state.stacks[source]
    if not stack or stack[-1] in _barred(state):
        return False
    return _sees_landing(state, source) or bool(_is_owned(state, source) and landings_from(state, source))


def may_land(state: LyngkState, source: int, target: int) -> bool:
    """Whether the stack on `source`, which the mover may move, may land on `target`."""
    stacks = state.stacks
    goal = stacks[target]
    if not goal or len(goal) > _highest(state, source) or COLOUR_BITS[stacks[source]] & COLOUR_BITS[goal]:
        return False
    between = _BETWEEN[source].get(target)
    if between is not None and not any(map(stacks.__getitem__, between)):
        return True
    if not _is_owned(state, source):
        return False
    seen = Sight(stacks)
    return target in _horizon(seen, _family(stacks, source, seen))


def may_move(state: LyngkState, source: int, target: int) -> bool:
    """Whether the mover may move what stands on `source`, if anything does, and it may land on `target`."""
    stack = state.stacks[source]
    return bool(stack) and stack[-1] not in _barred(state) and may_land(state, source, target)


def has_landing(state: LyngkState) -> bool:
    """Whether the mover may move a stack as things stand, without a further claim."""
    own, barred = state.claimed[state.mover], _barred(state)
    for source, stack in enumerate(state.stacks):
        if stack and stack[-1] not in barred and _sees_landing(state, source):
            return True
    return any(targets for _source, targets in _owned(state, own, Sight(state.stacks)))


def has_turn(state: LyngkState) -> bool:
    """Whether the mover has a turn that is no pass."""
    return has_landing(state) or any(map(has_landing, map(state.after_claim, state.claimable)))


def way(state: LyngkState, source: int, target: int) -> tuple[int, ...]:
    """A shortest way of the stack on `source` to `target`, where it may land, with every springboard (LYNGK 6, 10)."""
    stacks, seen = state.stacks, Sight(state.stacks)
    colour = stacks[source][-1]
    came_from = {source: source}
    reached = [source]
    for spot in reached:  # grows while it is walked
        for other in seen[spot]:
            if other not in came_from:
                came_from[other] = spot
                if stacks[other][-1] == colour:
                    reached.append(other)
    walked = [target]
    while walked[-1] != source:
        walked.append(came_from[walked[-1]])
    return tuple(reversed(walked))


def _barred(state: LyngkState) -> str:
    """The tops under which the mover may not move a stack."""
    return state.claimed[1 - state.mover] + JOKER


def _landings_from(state: LyngkState, source: int, seen: Sight) -> list[int]:
    stacks, highest = state.stacks, _highest(state, source)
    if _is_owned(state, source):
        return _fitting(stacks, stacks[source], _horizon(seen, _family(stacks, source, seen)), highest)
    return _fitting(stacks, stacks[source], seen[source], highest)


def _is_owned(state: LyngkState, source: int) -> bool:
    return state.stacks[source][-1] in state.claimed[state.mover]


def _highest(state: LyngkState, source: int) -> int:
    """How high a stack may be on which the one on `source` lands (LYNGK 7, 8)."""
    height = len(state.stacks[source])
    most = state.limit - height
    return most if _is_owned(state, source) else min(height, most)


def _sees_landing(state: LyngkState, source: int) -> bool:
    """Whether the stack on `source` may land on one that it sees itself."""
    stacks = state.stacks
    stack = stacks[source]
    bits, height = COLOUR_BITS[stack], len(stack)
    most = state.limit - height
    highest = most if most <= height or stack[-1] in state.claimed[state.mover] else height
    for ray in _RAYS[source]:
        for spot in ray:
            goal = stacks[spot]
            if goal:
                if len(goal) <= highest and not bits & COLOUR_BITS[goal]:
                    return True
                break
    return False


def _owned(state: LyngkState, colours: str, seen: Sight) -> Iterator[Landings]:
    """The landings of all stacks of some colours as if they were the mover's, springboards and all (LYNGK 10)."""
    if not colours:
        return
    stacks, limit = state.stacks, state.limit
    done: set[int] = set()
    for first, stack in enumerate(stacks):
        if stack and stack[-1] in colours and first not in done:
            family = _family(stacks, first, seen)
            done.update(family)
            horizon = _horizon(seen, family)
            for source in family:
                mover = stacks[source]
                yield source, _fitting(stacks, mover, horizon, limit - len(mover))


def _family(stacks: Sequence[str], first: int, seen: Sight) -> list[int]:
    """A stack, and all of its colour that are linked with it by sight."""
    colour = stacks[first][-1]
    family = [first]
    for member in family:  # grows while it is walked
        for spot in seen[member]:
            if stacks[spot][-1] == colour and spot not in family:
                family.append(spot)
    return family


def _horizon(seen: Sight, family: Sequence[int]) -> Iterable[int]:
    return seen[family[0]] if len(family) == 1 else {spot for member in family for spot in seen[member]}


def _fitting(stacks: Sequence[str], mover: str, horizon: Iterable[int], highest: int) -> list[int]:
    """What is no higher than `highest` of a horizon and shares no colour with the stack that moves (LYNGK 7, 8)."""
    bits = COLOUR_BITS[mover]
    return [spot for spot in horizon if len(goal := stacks[spot]) <= highest and not bits & COLOUR_BITS[goal]]
