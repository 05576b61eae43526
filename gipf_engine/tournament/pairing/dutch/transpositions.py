"""S1 against S2: the first transposition that meets a budget, in the order of C.04.3, article 4.2.

Each player of S1 in turn takes the first opponent of S2 who leaves the budget in reach. Mostly that
comes to the end. Where the last ones find nobody left whom they may meet, a witness is kept: some way
to pair everybody within the budget, by pairs that can be part of it. Each player of S1 then takes the
first opponent for whom the witness can be mended along an alternating path. If there is no witness at
all, no transposition meets the budget.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from gipf_engine.tournament.pairing.dutch.bounds import PAIR_COST, Budget
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, bits, members

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Halves:
    """S1 and S2 in order, as positions. S2 may have one player more, who then stays unpaired."""

    upper: Sequence[int]
    lower: Sequence[int]


def first_transposition(field: PairingField, halves: Halves, budget: Budget) -> Pairs | None:
    """Opponents for all of S1, in order; None where no transposition meets the budget (or none was proved to).

    The budget is spent on the pairs returned; where None is returned it is as before.
    """
    if budget.odd and not any(budget.spare_counts):
        return None
    pairs = _greedy(field, halves, budget)
    if len(pairs) == len(halves.upper):
        return pairs
    for one, two in pairs:
        budget.give_back(one, two)
    return _Witness(field, halves, budget, pairs).first()


def _greedy(field: PairingField, halves: Halves, budget: Budget) -> Pairs:
    """The first opponent within the budget for one after the other, as far as that goes."""
    allowed, kinds = field.allowed, field.kinds
    pairs: Pairs = []
    free = list(halves.lower)
    for one in halves.upper:
        field.steps.take(len(free))
        hopeless: set[int] = set()
        for place, two in enumerate(free):
            if not allowed[one] >> two & 1 or kinds[two] in hopeless:
                continue
            if budget.take(one, two):
                pairs.append((one, two))
                del free[place]
                break
            if two not in budget.spare and PAIR_COST[kinds[one]][kinds[two]] is not None:
                hopeless.add(kinds[two])
        else:
            break
    return pairs


UNPAIRED = -1


class _Witness:
    """Some full pairing of S1 with S2 (and of `NOBODY` with who stays unpaired), changed as choices are made.

    `options[one]` are those of S2 whom `one` may meet by pairs that can be part of a pairing within the
    budget; `mate` and `owner` are the witness, read from either side; `free` is who is not chosen yet.
    """

    def __init__(self, field: PairingField, halves: Halves, budget: Budget, pairs: Pairs) -> None:
        self.field, self.halves, self.budget = field, halves, budget
        self.free = bits(halves.lower)
        self.options = self._options()
        self.mate = dict(pairs)
        self.owner = {two: one for one, two in pairs}

    def _options(self) -> dict[int, int]:
        """Whom each of S1 may take. Kinds are asked once for all, players where their own colours matter."""
        field, budget = self.field, self.budget
        members_of: dict[int, list[int]] = {}
        for two in self.halves.lower:
            members_of.setdefault(field.kinds[two], []).append(two)
        usable: dict[int, int] = {}
        options: dict[int, int] = {}
        for one in self.halves.upper:
            kind = field.kinds[one]
            if kind not in usable:
                alike = (those for other, those in members_of.items() if PAIR_COST[kind][other] is not None)
                usable[kind] = bits(two for those in alike if budget.may_join(one, those[0]) for two in those)
            options[one] = field.allowed[one] & usable[kind]
            for other, those in members_of.items():
                if PAIR_COST[kind][other] is None:
                    allowed = members(field.allowed[one] & bits(those))
                    options[one] |= bits(two for two in allowed if budget.may_join(one, two))
        if budget.odd:
            options[UNPAIRED] = bits(two for two in self.halves.lower if budget.may_stay(two))
        return options

    def first(self) -> Pairs | None:
        """The first transposition, or None where there is no witness."""
        waiting = [one for one in self.options if one not in self.mate]
        if not all(self._augment(one) for one in waiting):
            return None
        chosen: Pairs = []
        for one in self.halves.upper:
            two = self._choose(one)
            if two is None:
                for pair in chosen:
                    self.budget.give_back(*pair)
                return None
            chosen.append((one, two))
        return chosen

    def _choose(self, one: int) -> int | None:
        """Settle the first opponent for `one` with whom the witness can be mended."""
        for two in members(self.options[one] & self.free):
            self.field.steps.take(1)
            if self.budget.take(one, two):
                if self._mend(one, two):
                    self.free &= ~(1 << two)
                    return two
                self.budget.give_back(one, two)
        return None

    def _augment(self, one: int) -> bool:
        """Give `one` a mate in the witness, others changing theirs as needed."""
        unowned = self.free & ~bits(self.owner)
        return self._reroute(one, unowned, 0)

    def _mend(self, one: int, two: int) -> bool:
        """Make `two` the mate of `one`, if the one who loses `two` can end up with what `one` gives up."""
        if self.mate[one] == two:
            return True
        if not self._reroute(self.owner[two], 1 << self.mate[one], 1 << two):
            return False
        self.mate[one], self.owner[two] = two, one
        return True

    def _reroute(self, start: int, goals: int, closed: int) -> bool:
        """Give `start` another mate along an alternating path that ends in one of `goals`."""
        found_by: dict[int, int] = {}
        queue = deque([start])
        while queue:
            one = queue.popleft()
            reach = self.options[one] & self.free & ~closed
            self.field.steps.take(reach.bit_count() + 1)
            if reach & goals:
                self._shift(start, one, next(members(reach & goals)), found_by)
                return True
            closed |= reach
            for two in members(reach):
                found_by[two] = one
                queue.append(self.owner[two])
        return False

    def _shift(self, start: int, one: int, two: int, found_by: dict[int, int]) -> None:
        """Everybody on the path from `start` takes the next mate; `one` takes `two`, its end."""
        while True:
            given_up = self.mate.get(one)
            self.mate[one], self.owner[two] = two, one
            if one == start:
                return
            assert given_up is not None
            two, one = given_up, found_by[given_up]
