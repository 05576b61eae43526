"""How few colour preferences must be missed? A bound by counting, kept up to date while pairs are made.

Players whose colours mean the same to them (`field.colour_kind`) are interchangeable to C12 and C13,
so that counting kinds is enough. Where W want White, B Black and N do not mind, W - B - N of either
half of them must be paired with their like, whatever the pairs; pairing the upper half with the lower
half loses nothing. The bound is therefore exact but for players who may not meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gipf_engine.tournament.pairing.dutch.colour_clash import clash
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField

KINDS = 9
WHITE_KINDS, BLACK_KINDS = (0, 1, 2, 7), (3, 4, 5, 8)
FIRM = (True, True, False, True, True, False, False, True, True)  # strong or absolute
BOUND = (True, False, False, True, False, False, False, True, True)  # absolute
C12_UNIT = 1 << 20  # one violation of C12; C13 counts in ones
OUT_OF_REACH = 1 << 60


def _pair_cost(one: int, two: int) -> int | None:
    """What C12 and C13 lose on a pair of these kinds; None where it depends on the players themselves."""
    alike = (one in WHITE_KINDS and two in WHITE_KINDS) or (one in BLACK_KINDS and two in BLACK_KINDS)
    if not alike:
        return 0
    if BOUND[one] and BOUND[two]:
        return None
    return C12_UNIT + (FIRM[one] and FIRM[two])


PAIR_COST = [[_pair_cost(one, two) for two in range(KINDS)] for one in range(KINDS)]


def least_cost(counts: Sequence[int]) -> int:
    """The least that C12 and C13 can lose on players of whom there are `counts` of each kind, all paired.

    A lower bound: who may not meet is left out of account, except that two absolute preferences for
    one colour do not meet.
    """
    white = counts[0] + counts[1] + counts[2] + counts[7]
    black = counts[3] + counts[4] + counts[5] + counts[8]
    if white > black:
        alike = (white - black - counts[6] + 1) // 2
        tied, soft = counts[0], counts[2] + counts[7]
    else:
        alike = (black - white - counts[6] + 1) // 2
        tied, soft, white = counts[3], counts[5] + counts[8], black
    if alike <= 0:
        return 0
    if alike > white - tied:
        return OUT_OF_REACH
    return alike * C12_UNIT + max(0, alike - soft)


class Budget:
    """The players of a bracket still to pair, by kind, and what the pairs made so far have cost.

    `goal` is the bound that the whole bracket shall meet. `spare` are those of whom one may stay
    unpaired, where the number is odd; `spare_counts` counts those of them who are still free.
    """

    def __init__(self, field: PairingField, players: Iterable[int]) -> None:
        self.field, self.kind = field, field.kinds
        self.counts = [0] * KINDS
        for one in players:
            self.counts[self.kind[one]] += 1
        self.odd = sum(self.counts) % 2 == 1
        self.goal = 0 if self.odd else least_cost(self.counts)
        self.spare: frozenset[int] = frozenset()
        self.spare_counts = [0] * KINDS
        self.spent = 0

    def cost_without(self, kind: int) -> int:
        """The bound for those still to pair but for one of `kind`."""
        self.counts[kind] -= 1
        cost = least_cost(self.counts)
        self.counts[kind] += 1
        return cost

    def count_spare(self, positions: Iterable[int]) -> None:
        """Only those of `positions` may stay unpaired now."""
        self.spare_counts = [0] * KINDS
        for one in positions:
            if one in self.spare:
                self.spare_counts[self.kind[one]] += 1

    def take(self, one: int, two: int) -> bool:
        """Pair two players if the goal stays in reach; False, and nothing changed, if it does not."""
        cost = self.cost(one, two)
        self._count_pair(one, two, -1)
        if cost is not None and self._in_reach(self.spent + cost):
            self.spent += cost
            return True
        self._count_pair(one, two, 1)
        return False

    def give_back(self, one: int, two: int) -> None:
        """Undo `take`."""
        self._count_pair(one, two, 1)
        cost = self.cost(one, two)
        assert cost is not None
        self.spent -= cost

    def cost(self, one: int, two: int) -> int | None:
        """What a pair loses on C12 and C13; None if it violates C10 or C11, which no bound allows for."""
        cost = PAIR_COST[self.kind[one]][self.kind[two]]
        if cost is not None:
            return cost
        c10, c11, c12, c13 = clash(self.field.players[one], self.field.players[two])
        return None if c10 or c11 else c12 * C12_UNIT + c13

    def may_stay(self, one: int) -> bool:
        """Whether a player can be the one who stays unpaired within the goal."""
        return one in self.spare and self.spent + self.cost_without(self.kind[one]) <= self.goal

    def may_join(self, one: int, two: int) -> bool:
        """Whether a pair can be part of a pairing within the goal, whichever player then stays unpaired."""
        cost = self.cost(one, two)
        if cost is None:
            return False
        kinds = (self.kind[one], self.kind[two])
        for kind in kinds:
            self.counts[kind] -= 1
        fits = self._in_reach(self.spent + cost)
        for kind in kinds:
            self.counts[kind] += 1
        return fits

    def _count_pair(self, one: int, two: int, change: int) -> None:
        self.counts[self.kind[one]] += change
        self.counts[self.kind[two]] += change
        if two in self.spare:
            self.spare_counts[self.kind[two]] += change

    def _in_reach(self, spent: int) -> bool:
        if not self.odd:
            return spent + least_cost(self.counts) <= self.goal
        return any(
            count and self.counts[kind] and spent + self.cost_without(kind) <= self.goal
            for kind, count in enumerate(self.spare_counts)
        )
