"""C.04.6 read out literally, for small fields: every set of upfloaters, every pairing of a bracket, in their orders."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

Pair = tuple[int, int]
Pairs = list[Pair]


@dataclass(frozen=True)
class PlainTeam:
    """A team as the articles speak of it. `wish` is "w", "b" or "", `strong` of a preference that is not mild."""

    number: int
    score: int
    wish: str
    strong: bool
    floated: bool
    matches: int
    may_have_bye: bool
    met: frozenset[int]


class PlainRules:
    """The articles for one round. `last_two` is whether it is one of the last two rounds.

    `avoided` are pairs, the smaller number first, that the event avoids where the articles find others equal.
    """

    def __init__(
        self, teams: Sequence[PlainTeam], *, last_two: bool, avoided: Collection[tuple[int, int]] = ()
    ) -> None:
        self.teams = {team.number: team for team in teams}
        self.last_two = last_two
        self.avoided = avoided

    def pair(self) -> tuple[Pairs, int | None] | None:
        """Article 3.3.2; None where no round-pairing is complete (3.3.3)."""
        left, bye = sorted(self.teams), None
        if len(left) % 2:
            bye = self._bye(left)
            if bye is None:
                return None
            left.remove(bye)
        if not self._can_all_meet(left):
            return None
        pairs: Pairs = []
        while left:
            highest = max(self.teams[number].score for number in left)
            top = [number for number in left if self.teams[number].score == highest]
            upfloaters = self._upfloaters(top, [number for number in left if number not in top])
            bracket = sorted([*top, *upfloaters])
            pairs += self._pair_bracket(bracket, upfloaters)
            left = [number for number in left if number not in bracket]
        return pairs, bye

    def _pairings(self, numbers: Sequence[int]) -> Iterator[Pairs]:
        """Every pairing of these teams that C1 allows, the smaller number of a pair first."""
        if not numbers:
            yield []
            return
        first, *others = numbers
        for other in others:
            if other not in self.teams[first].met:
                for rest in self._pairings([number for number in others if number != other]):
                    yield [(first, other), *rest]

    def _can_all_meet(self, numbers: Sequence[int]) -> bool:
        return len(numbers) % 2 == 0 and next(self._pairings(numbers), None) is not None

    def _bye(self, numbers: Sequence[int]) -> int | None:
        """Article 3.4, C2."""
        fitting = [
            number
            for number in numbers
            if self.teams[number].may_have_bye and self._can_all_meet([other for other in numbers if other != number])
        ]
        if not fitting:
            return None
        return min(fitting, key=lambda number: (self.teams[number].score, -self.teams[number].matches, -number))

    def _legal_sets(self, top: Sequence[int], lower: Sequence[int], size: int) -> list[tuple[int, ...]]:
        """Sets of so many upfloaters that make a bracket and leave the others pairable (C1, C3)."""
        return [
            chosen
            for chosen in combinations(lower, size)
            if self._can_all_meet(sorted([*top, *chosen]))
            and self._can_all_meet([number for number in lower if number not in chosen])
        ]

    def _fewest(self, top: Sequence[int], lower: Sequence[int]) -> int:
        """C4: how many upfloaters a scoregroup needs."""
        return next(size for size in range(len(lower) + 1) if self._legal_sets(top, lower, size))

    def _upfloaters(self, top: Sequence[int], lower: Sequence[int]) -> tuple[int, ...]:
        """Article 3.5: C4, then C5, C6, C7, then the order of 3.5.3 and 3.5.4."""
        sets = self._legal_sets(top, lower, self._fewest(top, lower))
        following = max((self.teams[number].score for number in lower), default=0)

        def order(chosen: tuple[int, ...]) -> tuple[object, ...]:
            ascending = sorted(self.teams[number].score for number in chosen)
            rest = [number for number in lower if number not in chosen]
            group = [number for number in rest if self.teams[number].score == following]
            below = [number for number in rest if self.teams[number].score != following]
            needed = self._fewest(group, below) if group else 0
            floated = 0 if self.last_two else sum(self.teams[number].floated for number in chosen)
            as_listed = sorted(chosen, key=lambda number: (-self.teams[number].score, number))
            return [-score for score in ascending], needed, floated, as_listed

        return min(sets, key=order)

    def _pair_bracket(self, bracket: Sequence[int], upfloaters: Sequence[int]) -> Pairs:
        """Article 3.6: C8, C9, C10, then pairs that the event avoids, then the identifier."""

        def order(pairs: Pairs) -> tuple[object, ...]:
            clashes = [
                pair for pair in pairs if self.teams[pair[0]].wish and self._wish(pair[0]) == self._wish(pair[1])
            ]
            strong = [pair for pair in clashes if all(self.teams[number].strong for number in pair)]
            floated = 0
            if not self.last_two:
                for one, other in [*pairs, *((other, one) for one, other in pairs)]:
                    floated += one in upfloaters and self.teams[other].floated
            identifier = [one for one, _other in pairs] + [other for _one, other in pairs]
            return len(clashes), len(strong), floated, sum(pair in self.avoided for pair in pairs), identifier

        return min(self._pairings(bracket), key=order)

    def _wish(self, number: int) -> str:
        return self.teams[number].wish
