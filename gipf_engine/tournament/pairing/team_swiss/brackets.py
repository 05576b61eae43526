"""The pairs of a bracket (FIDE C.04.6, articles 2.3.5 to 2.3.7 and 3.6).

Pairs that the event avoids come last: of pairings that C8 to C10 find equal one with as few of them as possible.

Of all pairings that miss as few colour preferences as possible (C8), then strong ones (C9), then opponents of
upfloaters who floated (C10), the first by its identifier: the upper members of the pairs in their order, then their
opponents. An identifier is least when the upper half of the numbers are the upper members. That half is therefore
assigned to the other first; if this is as cheap as counting preferences says that any pairing must be, it is the
answer. Otherwise a weighted matching finds the least cost and the upper members, and these are assigned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.swiss.matching import heaviest_perfect_matching
from gipf_engine.tournament.pairing.team_swiss.assignment import first_cheapest_assignment
from gipf_engine.tournament.pairing.team_swiss.teams_left import TeamField, places


@dataclass(frozen=True, slots=True)
class Cost:
    """What a pairing violates: preferences (C8), strong ones (C9), opponents of upfloaters who floated (C10).

    And how many of its pairs the event avoids, which no article knows.
    """

    preferences: int = 0
    strong: int = 0
    floaters: int = 0
    avoided: int = 0

    def pack(self, unit: int) -> int:
        """As one number; `unit` is greater than any of the counts."""
        return ((self.preferences * unit + self.strong) * unit + self.floaters) * unit + self.avoided


@dataclass(frozen=True, slots=True)
class Bracket:
    """A top-scoregroup with its upfloaters, as sets of places."""

    residents: int
    upfloaters: int

    @property
    def members(self) -> int:
        """All of it."""
        return self.residents | self.upfloaters


def pair_cost(field: TeamField, bracket: Bracket, one: int, other: int) -> Cost:
    """What two teams violate when they meet."""
    first, second = field.states[one], field.states[other]
    clash = first.preference is not None and first.preference is second.preference
    floaters = 0
    if not field.last_two:
        for upfloater, opponent in ((one, other), (other, one)):
            if bracket.upfloaters >> upfloater & 1 and field.states[opponent].floated:
                floaters += 1
    return Cost(int(clash), int(clash and first.strong and second.strong), floaters, int(field.avoids(one, other)))


def pairing_cost(field: TeamField, bracket: Bracket, pairs: Sequence[tuple[int, int]]) -> Cost:
    """What a pairing of a bracket violates."""
    costs = [pair_cost(field, bracket, *pair) for pair in pairs]
    return Cost(
        sum(each.preferences for each in costs),
        sum(each.strong for each in costs),
        sum(each.floaters for each in costs),
        sum(each.avoided for each in costs),
    )


def pair_bracket(field: TeamField, bracket: Bracket) -> list[tuple[int, int]]:
    """The pairs, the smaller number first, in the order of the upper members. The bracket can be paired."""
    members = list(places(bracket.members))
    unit = len(members) + 1
    half = len(members) // 2
    costs = _Costs(field, bracket, unit)
    found = costs.assign(members[:half], members[half:])
    if found is not None and found[0] == least_cost(field, bracket.members).pack(unit):
        return found[1]
    uppers = _best_uppers(costs, members)
    lowers = [one for one in members if one not in set(uppers)]
    best = costs.assign(uppers, lowers)
    assert best is not None
    return best[1]


class _Costs:
    """The costs of the pairs of a bracket, packed into numbers."""

    def __init__(self, field: TeamField, bracket: Bracket, unit: int) -> None:
        self.field, self.bracket, self.unit = field, bracket, unit

    def cost(self, one: int, other: int) -> int:
        """What a pair costs."""
        return pair_cost(self.field, self.bracket, one, other).pack(self.unit)

    def assign(self, uppers: Sequence[int], lowers: Sequence[int]) -> tuple[int, list[tuple[int, int]]] | None:
        """The first cheapest pairing in which these are the upper members: its cost and its pairs."""
        self.field.steps.take(len(uppers) * len(lowers))
        matrix = [
            [
                self.cost(one, other) if one < other and self.field.allowed[one] >> other & 1 else None
                for other in lowers
            ]
            for one in uppers
        ]
        found = first_cheapest_assignment(matrix)
        if found is None:
            return None
        return found[0], [(one, lowers[at]) for one, at in zip(uppers, found[1], strict=True)]


def _best_uppers(costs: _Costs, members: Sequence[int]) -> list[int]:
    """The upper members of the best pairing: of the cheapest ones that with the smallest numbers."""
    size, field = len(members), costs.field
    illegal = costs.unit**4 << size + 1
    weights = [[0] * size for _one in members]
    for at, one in enumerate(members):
        for to in range(at + 1, size):
            legal = field.allowed[one] >> members[to] & 1
            weight = (1 << (size - 1 - at)) - (costs.cost(one, members[to]) << size) if legal else -illegal
            weights[at][to] = weights[to][at] = weight
    partner = heaviest_perfect_matching(weights, field.steps)
    return [members[at] for at, to in enumerate(partner) if at < to]


def least_cost(field: TeamField, members: int) -> Cost:
    """What any pairing of these teams violates at least, by counting preferences alone."""
    wishes = dict.fromkeys(Colour, 0)
    mild = dict(wishes)
    for at in places(members):
        state = field.states[at]
        if state.preference is not None:
            wishes[state.preference] += 1
            mild[state.preference] += not state.strong
    more, fewer = sorted(Colour, key=lambda colour: -wishes[colour])
    indifferent = members.bit_count() - wishes[more] - wishes[fewer]
    clashes = max(0, (wishes[more] - wishes[fewer] - indifferent) // 2)
    return Cost(clashes, max(0, clashes - mild[more]))
