"""S1 against S2: the first transposition that meets a budget, in the order of C.04.3, article 4.2.

Each player of S1 in turn takes the first opponent of S2 who leaves the budget in reach. Mostly that
comes to the end. Where the last ones find no one left whom they may meet, a witness is kept: some way
to pair everybody within the budget, by pairs that can be part of it. Each player of S1 then takes the
first opponent for whom the witness can be mended along an alternating path. If there is no witness at
all, no transposition meets the budget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_engine.tournament.pairing.dutch.bounds import PAIR_COST, Budget
from gipf_engine.tournament.pairing.swiss.assignment import Assignment, Pairs
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, bits, members


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
    return _Witness(field, halves, budget, pairs).first(halves.upper)


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


class _Witness(Assignment):
    """Some full pairing of S1 with S2 (and of `UNPAIRED` with who stays unpaired), within the budget.

    A player's options are those of S2 to be met by pairs that can be part of a pairing within the budget.
    """

    def __init__(self, field: PairingField, halves: Halves, budget: Budget, pairs: Pairs) -> None:
        self.field, self.halves, self.budget = field, halves, budget
        super().__init__(self._options(), halves.lower, pairs, field.steps)

    def accept(self, row: int, column: int) -> bool:
        """Whether the pair keeps the budget in reach; it is spent."""
        return self.budget.take(row, column)

    def withdraw(self, row: int, column: int) -> None:
        """Give back what the pair has cost."""
        self.budget.give_back(row, column)

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
