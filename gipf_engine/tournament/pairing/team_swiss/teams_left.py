"""The teams that are not paired yet, as bit sets: who may meet whom, and whether some of them can all be paired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.matching import heaviest_perfect_matching
from gipf_engine.tournament.pairing.team_swiss.state import TeamState


class TeamField:
    """The teams of a round by their place in the order of numbers; sets of them are integers, a bit for each.

    `allowed[place]` are the teams that a team may meet (C1, and the event's forbidden groups). `avoided` are pairs that
    the event had better not have, a set for each place; it is empty where there are none.
    """

    def __init__(self, table: CrossTable, states: Sequence[TeamState], steps: StepCounter | None = None) -> None:
        self.states = tuple(states)
        self.steps = steps or StepCounter()
        self.everybody = (1 << len(states)) - 1
        self.place = {state.number: at for at, state in enumerate(states)}
        coming = table.rounds_played + 1
        self.last_two = table.rounds_planned is not None and coming > table.rounds_planned - 2
        barred = [1 << at | self._set_of(state.met) for at, state in enumerate(states)]
        avoided = [0] * len(states)
        for group in table.forbidden:
            if group.first_round <= coming and (group.last_round is None or coming <= group.last_round):
                members, kept_apart = self._set_of(group.numbers), avoided if group.is_soft else barred
                for at in places(members):
                    kept_apart[at] |= members
        self.allowed = tuple(self.everybody & ~each for each in barred)
        self.avoided = tuple(avoided) if any(avoided) else ()

    def avoids(self, one: int, other: int) -> bool:
        """Whether the event had better not have this pair."""
        return bool(self.avoided) and bool(self.avoided[one] >> other & 1)

    def _set_of(self, numbers: Iterable[int]) -> int:
        """The set of those numbers that are to be paired."""
        found = 0
        for number in numbers:
            if number in self.place:
                found |= 1 << self.place[number]
        return found

    def force(self, one: int, other: int) -> None:
        """Leave two teams (places) no opponent but each other, and neither of them the bye."""
        both = 1 << one | 1 << other
        forced = [allowed & ~both for allowed in self.allowed]
        forced[one], forced[other] = 1 << other, 1 << one
        self.allowed = tuple(forced)

    def top(self, left: int) -> int:
        """The top-scoregroup of a set: its teams with the highest score (article 3.2)."""
        highest = max(self.states[at].score for at in places(left))
        return self.with_score(left, highest)

    def with_score(self, left: int, score: int) -> int:
        """The teams of a set that have a score."""
        found = 0
        for at in places(left):
            if self.states[at].score == score:
                found |= 1 << at
        return found

    def can_be_paired(self, members: int) -> bool:
        """Whether all of a set can meet a person in it (C1 and C3)."""
        size = members.bit_count()
        if size % 2:
            return False
        fewest = min(((self.allowed[at] & members).bit_count() for at in places(members)), default=0)
        self.steps.take(size)
        if 2 * fewest >= size:  # Dirac (1952): there is a circle through all of them
            return True
        return fewest > 0 and self._matching_exists(members)

    def _matching_exists(self, members: int) -> bool:
        rows = list(places(members))
        weights = [[0 if self.allowed[one] >> other & 1 else -1 for other in rows] for one in rows]
        partner = heaviest_perfect_matching(weights, self.steps)
        return all(weights[at][other] == 0 for at, other in enumerate(partner))


def places(members: int) -> Iterator[int]:
    """The places in a set, in their order."""
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest
