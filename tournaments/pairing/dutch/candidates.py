"""A bracket by its candidates in order: the natural one first, then whatever the rules try next.

A bound says how few colour preferences a set of players can miss, however they are paired: players
whose colours mean the same to them are interchangeable, so that counting is enough. The search takes
for each player of S1 (movers first) the first opponent after whom the bound is still in reach. If it
comes to the end, nothing is better than what it found (it meets the bound) and nothing that is as
good comes earlier (all that it passed over cannot meet the bound). If it runs into a dead end it goes
back a little; if that does not help it gives up, and the weighted matching decides.

The bound is exact but for players who may not meet, because pairing S1 with S2 loses nothing: where
W want White, B Black and N do not mind, W - B - N of either half must be paired with their like.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.dutch.bracket import Bracket, Outcome
from tournaments.pairing.dutch.colours import clash
from tournaments.pairing.dutch.field import Field, bits
from tournaments.pairing.dutch.players import DOWN, UP

KINDS = 9
NO_KIND = KINDS  # a player without colours to be counted: nobody
WHITE_KINDS, BLACK_KINDS = (0, 1, 2, 7), (3, 4, 5, 8)
FIRM = (True, True, False, True, True, False, False, True, True)  # strong or absolute
BOUND = (True, False, False, True, False, False, False, True, True)  # absolute
C12_UNIT = 1 << 20  # one violation of C12; C13 counts in ones
OUT_OF_REACH = 1 << 60
STEPS_BACK = 200


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


def stranded(field: Field, bracket: Bracket) -> set[int]:
    """Those who may meet nobody of the bracket, so that they float whatever is done."""
    residents = bits(bracket.residents)
    inside = residents | bits(bracket.movers)
    return {one for one in bracket.movers if not field.allowed[one] & residents} | {
        one for one in bracket.residents if not field.allowed[one] & inside
    }


class GaveUpError(Exception):
    """No candidate that meets the bound was found within the steps allowed."""


def first_ideal(field: Field, bracket: Bracket, banned: int = 0) -> Outcome | None:
    """The first candidate that meets the bound with nobody in `banned` left over; None if none was found."""
    try:
        return _Search(field, bracket, banned).outcome()
    except GaveUpError:
        return None


@dataclass(slots=True)
class _Goal:
    """What a search has to reach: the bound, and, where one player is left over, who that may be (`spare`)."""

    cost: int
    spare: frozenset[int]
    odd: bool


class _Search:
    def __init__(self, field: Field, bracket: Bracket, banned: int) -> None:
        self.field, self.bracket, self.kind = field, bracket, field.kinds
        self.stranded = stranded(field, bracket)
        self.movers = [one for one in bracket.movers if one not in self.stranded]
        self.residents = [one for one in bracket.residents if one not in self.stranded]
        self.counts = [0] * KINDS
        for one in (*self.movers, *self.residents):
            self.counts[self.kind[one]] += 1
        self.spare_counts = [0] * KINDS
        self.spent = 0
        self.steps = STEPS_BACK
        self.goal = self._goal(banned)

    def _goal(self, banned: int) -> _Goal:
        """The bound. With an odd number, over all who may be left over, by C9, C12, C13, C14, C16."""
        odd = (len(self.movers) + len(self.residents)) % 2 == 1
        if self.bracket.gives_bye and (self.stranded or not odd):
            raise GaveUpError
        if not odd:
            return _Goal(least_cost(self.counts), frozenset(), odd)
        rank: dict[int, tuple[int, int, int, int]] = {}
        costs: dict[int, int] = {}
        for one in self.residents:
            if banned >> one & 1 or not self._may_be_left(one):
                continue
            kind = self.kind[one]
            if kind not in costs:
                costs[kind] = self._cost_without(kind)
            player = self.field.players[one]
            unplayed = player.unplayed if self.bracket.gives_bye else 0
            rank[one] = (unplayed, costs[kind], int(player.floats[0] == DOWN), int(player.floats[1] == DOWN))
        if not rank:
            raise GaveUpError
        best = min(rank.values())
        spare = frozenset(
            one
            for one, (unplayed, _cost, last, before) in rank.items()
            if (unplayed, last, before) == (best[0], *best[2:])
        )
        return _Goal(best[1], spare, odd)

    def _may_be_left(self, one: int) -> bool:
        if not self.bracket.gives_bye:
            return True
        bye = self.field.bye
        assert bye is not None
        return bool(self.field.allowed[bye] >> one & 1)

    def _cost_without(self, kind: int) -> int:
        self.counts[kind] -= 1
        cost = least_cost(self.counts)
        self.counts[kind] += 1
        return cost

    def outcome(self) -> Outcome:
        """Search: opponents for the movers, then S1 against S2 of what is left."""
        if self.goal.cost >= OUT_OF_REACH or len(self.movers) > len(self.residents):
            raise GaveUpError
        self._count_spare(self.residents)
        pairs = self._pair_movers()
        taken = {resident for _mover, resident in pairs}
        rest = [one for one in self.residents if one not in taken]
        half = len(rest) // 2
        self._count_spare(rest[half:])
        more, left = self._pair_halves(rest[:half], rest[half:])
        pairs += [(one, two) if one < two else (two, one) for one, two in more]
        if self.bracket.gives_bye:
            return Outcome(tuple(pairs), (), left[0])
        return Outcome(tuple(pairs), tuple(sorted([*self.stranded, *left])))

    def _count_spare(self, positions: Sequence[int]) -> None:
        """Keep count, by kind, of those who may be left over and are not paired."""
        self.spare_counts = [0] * KINDS
        for one in positions:
            if one in self.goal.spare:
                self.spare_counts[self.kind[one]] += 1

    def _pair_movers(self) -> list[tuple[int, int]]:
        """For each mover the first resident with whom the bound stays in reach and nobody's upfloat is repeated."""
        players, allowed = self.field.players, self.field.allowed
        pairs: list[tuple[int, int]] = []
        free = list(self.residents)
        for mover in self.movers:
            for resident in free:
                if (
                    allowed[mover] >> resident & 1
                    and UP not in players[resident].floats
                    and self._take(mover, resident)
                ):
                    pairs.append((mover, resident))
                    free.remove(resident)
                    break
            else:
                raise GaveUpError
        return pairs

    def _pair_halves(self, upper: list[int], lower: list[int]) -> tuple[list[tuple[int, int]], list[int]]:
        """S1 against S2 in the order of transpositions: pairs, and who of S2 is left."""
        if self.goal.odd and not any(self.spare_counts):
            raise GaveUpError
        size = len(lower)
        after = list(range(1, size + 2))  # linked list of the free of S2; -1, kept last, is its head
        after[-1] = 0
        chosen: list[tuple[int, int]] = []  # for each of S1: its opponent's place, and the place before it
        before = -1
        while len(chosen) < len(upper):
            found = self._next_opponent(upper[len(chosen)], lower, after, before)
            if found is not None:
                place, before = found
                after[before] = after[place]
                chosen.append((place, before))
                before = -1
                continue
            if not chosen or not self.steps:
                raise GaveUpError
            self.steps -= 1
            place, previous = chosen.pop()
            after[previous] = place
            self._give_back(upper[len(chosen)], lower[place])
            before = place
        taken = {place for place, _previous in chosen}
        left = [one for place, one in enumerate(lower) if place not in taken]
        return [(one, lower[place]) for one, (place, _previous) in zip(upper, chosen, strict=True)], left

    def _next_opponent(self, one: int, lower: list[int], after: list[int], before: int) -> tuple[int, int] | None:
        """The first free player of S2 after place `before` whom `one` can take, and the free place before it."""
        allowed, kind, size = self.field.allowed[one], self.kind, len(lower)
        hopeless: set[int] = set()
        place = after[before]
        while place < size:
            two = lower[place]
            if allowed >> two & 1 and kind[two] not in hopeless:
                if self._take(one, two):
                    return place, before
                if two not in self.goal.spare and PAIR_COST[kind[one]][kind[two]] is not None:
                    hopeless.add(kind[two])
            before, place = place, after[place]
        return None

    def _take(self, one: int, two: int) -> bool:
        """Pair two players if the bound stays in reach."""
        cost = self._cost(one, two)
        self._count(one, two, -1)
        if cost is not None and self._in_reach(self.spent + cost):
            self.spent += cost
            return True
        self._count(one, two, 1)
        return False

    def _give_back(self, one: int, two: int) -> None:
        self._count(one, two, 1)
        cost = self._cost(one, two)
        assert cost is not None
        self.spent -= cost

    def _count(self, one: int, two: int, change: int) -> None:
        self.counts[self.kind[one]] += change
        self.counts[self.kind[two]] += change
        if two in self.goal.spare:
            self.spare_counts[self.kind[two]] += change

    def _cost(self, one: int, two: int) -> int | None:
        """What a pair loses on C12 and C13; None if it violates C10 or C11, which no bound allows for."""
        cost = PAIR_COST[self.kind[one]][self.kind[two]]
        if cost is not None:
            return cost
        c10, c11, c12, c13 = clash(self.field.players[one], self.field.players[two])
        return None if c10 or c11 else c12 * C12_UNIT + c13

    def _in_reach(self, spent: int) -> bool:
        goal = self.goal.cost
        if not self.goal.odd:
            return spent + least_cost(self.counts) <= goal
        return any(count and spent + self._cost_without(kind) <= goal for kind, count in enumerate(self.spare_counts))
