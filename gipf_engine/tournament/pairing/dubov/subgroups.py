"""A bracket whose upfloaters are chosen: two subgroups made equal, then paired (C.04.4.1, articles 3.2.3 to 3.2.6).

G1 seeks White, G2 Black. Every legal pairing seats players of unequal numbers in the two, so that some of the larger
meet their like; of each such pair one is a shifter. Who shifts goes by the order of 4.3. Mostly the first set of it
will do, and then nothing is earlier and nothing misses fewer preferences. Else the first set that will do is looked
for, by a matching for each question. Pairs that the event avoids are minded when all this is settled, among the
transpositions. Where even players of the smaller subgroup must meet, one weighted matching
decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.dubov.players import DubovField
from gipf_engine.tournament.pairing.swiss.assignment import first_assignment
from gipf_engine.tournament.pairing.swiss.avoided import assign_avoiding
from gipf_engine.tournament.pairing.swiss.bracket_graph import POINTER_BYTES
from gipf_engine.tournament.pairing.swiss.feasibility import is_full, maximum_matching
from gipf_engine.tournament.pairing.swiss.matching import heaviest_perfect_matching
from gipf_engine.tournament.pairing.swiss.pairing_field import bits, members


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How a bracket was paired: S1 in order with its opponents, and who was shifted into which subgroup."""

    pairs: tuple[tuple[int, int], ...]
    to_first: tuple[int, ...] = ()
    to_second: tuple[int, ...] = ()


def middle_out(ordered: Sequence[int]) -> list[int]:
    """The order of shifters: from the middle of what is left, of two in the middle the higher first (4.3.3)."""
    left = list(ordered)
    return [left.pop((len(left) - 1) // 2) for _each in ordered]


def arrange(dubov: DubovField, bracket: Iterable[int]) -> Arrangement:
    """Pair a bracket that can be paired within itself."""
    return _Bracket(dubov, bracket).arrange()


def misses_no_more(dubov: DubovField, bracket: int) -> bool:
    """Whether a bracket can be paired so that only the surplus of one colour misses its preference (C7).

    Then no one of the smaller group of preferences meets a person of the same.
    """
    if _Bracket(dubov, members(bracket)).arrange_simply() is not None:
        return True
    field = dubov.field
    white = bits(one for one in members(bracket) if field.players[one].preference is Colour.WHITE)
    black = bits(one for one in members(bracket) if field.players[one].preference is Colour.BLACK)
    smaller = min(white, black, key=int.bit_count) if white | black else 0
    return is_full(bracket, _cross_matching(dubov, bracket, smaller))


def _cross_matching(dubov: DubovField, bracket: int, smaller: int) -> dict[int, int]:
    """As many pairs as there can be with none inside `smaller`."""
    allowed = list(dubov.field.allowed)
    for one in members(smaller):
        allowed[one] &= ~smaller
    return maximum_matching(bracket, allowed, dubov.field.steps)


class _Bracket:
    """One bracket and its two subgroups (3.2.3)."""

    def __init__(self, dubov: DubovField, bracket: Iterable[int]) -> None:
        self.dubov, self.field = dubov, dubov.field
        players = self.field.players
        by_number = sorted(bracket, key=lambda one: players[one].number)
        self.everybody = bits(by_number)
        if any(players[one].colours for one in by_number):
            self.first = [one for one in by_number if players[one].preference is Colour.WHITE]
            self.second = [one for one in by_number if players[one].preference is not Colour.WHITE]
        else:
            half = len(by_number) // 2
            self.first, self.second = by_number[:half], by_number[half:]
        self.first.sort(key=self._by_aro)

    def _by_aro(self, one: int) -> tuple[int, int]:
        return self.dubov.facts[one].aro, self.field.players[one].number

    def arrange(self) -> Arrangement:
        """Shift as few as must, the first of them that will do, and pair S1 with the first transposition."""
        found = self.arrange_simply()
        if found is None:
            smaller, larger = self._by_size()
            pool = middle_out(larger)
            surplus = (len(larger) - len(smaller)) // 2
            if is_full(self.everybody, _cross_matching(self.dubov, self.everybody, bits(smaller))):
                found = self._try(smaller, larger, (), self._first_shifters(smaller, pool, surplus))
            else:
                found = self._try(smaller, larger, *self._both_kinds_of_shifters(middle_out(smaller), pool))
        assert found is not None, "a bracket is paired that can be"
        return found

    def arrange_simply(self) -> Arrangement | None:
        """With the very first shifters, and only from the larger subgroup; None where that does not do."""
        smaller, larger = self._by_size()
        return self._try(smaller, larger, (), middle_out(larger)[: (len(larger) - len(smaller)) // 2])

    def _by_size(self) -> tuple[list[int], list[int]]:
        """The smaller subgroup, G1 where they are equal, and the other."""
        return (self.first, self.second) if len(self.first) <= len(self.second) else (self.second, self.first)

    def _try(
        self, smaller: Sequence[int], larger: Sequence[int], from_smaller: Sequence[int], from_larger: Sequence[int]
    ) -> Arrangement | None:
        """The pairing with these shifters; None where there is none (3.2.5, 3.2.6, 4.4)."""
        gone, come = set(from_smaller), set(from_larger)
        one_side = [*(one for one in smaller if one not in gone), *from_larger]
        other_side = [*(one for one in larger if one not in come), *from_smaller]
        swapped = smaller is self.second
        rows, columns = (other_side, one_side) if swapped else (one_side, other_side)
        rows.sort(key=self._by_aro)
        columns.sort(key=lambda one: self.field.players[one].number)
        pairs = first_assignment(rows, columns, self.field.allowed, self.field.steps)
        if pairs is None:
            return None
        if self.field.count_avoided(pairs):
            pairs = assign_avoiding(self.field, rows, columns, self._misses_colour)
        to_first, to_second = (from_smaller, from_larger) if swapped else (from_larger, from_smaller)
        return Arrangement(tuple(pairs), tuple(to_first), tuple(to_second))

    def _misses_colour(self, one: int, two: int) -> bool:
        """C7: whether one of two who meet misses the colour that is due."""
        players = self.field.players
        return players[one].preference is not None and players[one].preference is players[two].preference

    def _first_shifters(self, smaller: Sequence[int], pool: Sequence[int], size: int) -> list[int]:
        """The first set of shifters by which all of the smaller subgroup can still meet the larger (3.2.4.2)."""
        apart = bits(smaller)

        def is_possible(chosen: Sequence[int], passed: Sequence[int]) -> bool:
            allowed = list(self.field.allowed)
            shifting, staying = bits(chosen), bits(passed)
            for group, those in ((apart | shifting, apart | shifting), (staying, staying)):
                for one in members(group):
                    allowed[one] &= ~those
            return is_full(self.everybody, maximum_matching(self.everybody, allowed, self.field.steps))

        return first_set(pool, size, is_possible)

    def _both_kinds_of_shifters(
        self, smaller_pool: Sequence[int], larger_pool: Sequence[int]
    ) -> tuple[list[int], list[int]]:
        """The shifters where some of the smaller subgroup must meet each other too (3.2.4.1), by one weighted matching.

        As few pairs within the smaller subgroup as can be, then the first shifters of it, then those of the larger:
        of two who meet within a subgroup, the one who comes first in its order shifts.
        """
        vertices = [*smaller_pool, *larger_pool]
        small, large = len(smaller_pool), len(larger_pool)
        self.field.steps.take(len(vertices) ** 2)
        unit = 1 << (large + small + 1)
        legal = unit * (len(vertices) + 1)
        self.field.steps.need_bytes(len(vertices) ** 2 // 2 * (legal.bit_length() // 8 + POINTER_BYTES))
        weights = [[0] * len(vertices) for _each in vertices]
        for row, one in enumerate(vertices):
            for column in range(row):
                if not self.field.allowed[one] >> vertices[column] & 1:
                    continue
                weight = legal
                if row < small:
                    weight += (1 << large + small - 1 - column) - unit
                elif column >= small:
                    weight += 1 << large - 1 - (column - small)
                weights[row][column] = weights[column][row] = weight
        mates = heaviest_perfect_matching(weights, self.field.steps)
        inside = [min(row, mate) for row, mate in enumerate(mates) if (row < small) == (mate < small) and row < mate]
        return [vertices[row] for row in inside if row < small], [vertices[row] for row in inside if row >= small]


def first_set(pool: Sequence[int], size: int, is_possible: Callable[[Sequence[int], Sequence[int]], bool]) -> list[int]:
    """The first `size` of `pool`, in lexicographic order of places, that is possible (4.1.3).

    `is_possible` is asked of those who are chosen for certain and those who are certainly not, and answers for all
    that can still be made of it.
    """
    chosen: list[int] = []
    passed: list[int] = []
    place = 0
    while len(chosen) < size:
        most = min(size - len(chosen), len(pool) - place)
        low, high = 0, most  # so many more can be chosen in a row: at least `low`, at most `high`
        while low < high:
            middle = (low + high + 1) // 2
            if is_possible([*chosen, *pool[place : place + middle]], passed):
                low = middle
            else:
                high = middle - 1
        chosen += pool[place : place + low]
        place += low
        if low < most:
            passed.append(pool[place])
            place += 1
    return chosen
