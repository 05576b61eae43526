"""A bracket by its candidates in order: the first against the last, the second against the last but one, and so on.

How few colour preferences must be missed follows from counting who is due White, who Black and who neither, however
the bracket is paired. The search gives each player in the order of opposition the lowest opponent after whom that
bound is still in reach, and steps back where no one is left. A candidate that is completed meets the bound, so nothing
is better by C8, and nothing that is as good comes earlier in the order of article 4: whatever was passed over cannot
be completed within the bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.burstein.opposition import BursteinField
from gipf_engine.tournament.pairing.swiss.bracket import Bracket, BracketPairing
from gipf_engine.tournament.pairing.swiss.downfloat_check import find_stranded

STEPS_BACK = 400
"""How often the search steps back before the weighted matching takes over."""
WHITE, BLACK, NEITHER = 0, 1, 2
KIND_OF = {Colour.WHITE: WHITE, Colour.BLACK: BLACK, None: NEITHER}
FLOATS = -1


def least_missed(counts: list[int]) -> int:
    """The fewest pairs of one preference among so many players due White, Black, neither; lower if all may meet."""
    return max(0, (abs(counts[WHITE] - counts[BLACK]) - counts[NEITHER] + 1) // 2)


def first_ideal(burstein: BursteinField, bracket: Bracket, banned: int = 0) -> BracketPairing | None:
    """The first candidate that meets the bound with no one in `banned` left over; None if none was found.

    None too where it has a pair that the event avoids: one as good may come later without it.
    """
    stranded = find_stranded(burstein.field, bracket)
    pairs = _Search(burstein, bracket, stranded, banned).run()
    if pairs is None:
        return None
    floaters = (*stranded, *(one for one, two in pairs if two == FLOATS))
    met = tuple((min(pair), max(pair)) for pair in pairs if pair[1] != FLOATS)
    return None if burstein.field.count_avoided(met) else BracketPairing(met, tuple(sorted(floaters)))


@dataclass(slots=True)
class _Step:
    """A choice: who was to be paired, with whom so far, and who can still be tried."""

    one: int
    others: Iterator[int]
    taken: int | None = None
    place: int = field(default=0)


class _Search:
    def __init__(self, burstein: BursteinField, bracket: Bracket, stranded: set[int], banned: int) -> None:
        self.field, self.rank = burstein.field, burstein.rank
        movers = {one for one in bracket.movers if one not in stranded}
        # Last first, so that the lowest in the order of opposition is tried first.
        self.free = sorted(
            (one for one in bracket.players if one not in stranded), key=lambda one: self.rank[one], reverse=True
        )
        self.kind = {one: KIND_OF[self.field.players[one].preference] for one in self.free}
        self.is_odd = len(self.free) % 2 == 1
        self.may_float: set[int] = set()
        if self.is_odd:
            self.may_float = {one for one in self.free if one not in movers and not banned >> one & 1}
        self.floated = not self.is_odd
        self.counts = [0, 0, 0]
        self.spare = [0, 0, 0]
        for one in self.free:
            self.counts[self.kind[one]] += 1
            self.spare[self.kind[one]] += one in self.may_float
        self.missed = 0
        self.goal = self._bound()

    def _bound(self) -> int | None:
        """The fewest pairs to come that miss a preference; None where no one can be the one who floats."""
        if self.floated:
            return least_missed(self.counts)
        bounds = []
        for kind, spare in enumerate(self.spare):
            if spare:
                self.counts[kind] -= 1
                bounds.append(least_missed(self.counts))
                self.counts[kind] += 1
        return min(bounds, default=None)

    def run(self) -> list[tuple[int, int]] | None:
        """The pairs of the first candidate within the bound; (player, FLOATS) for who is left."""
        if self.goal is None:
            return None
        steps: list[_Step] = []
        back = 0
        while self.free or (steps and steps[-1].taken is None):
            if not steps or steps[-1].taken is not None:
                steps.append(self._open_choice())
            step = steps[-1]
            step.taken = next(step.others, None)
            if step.taken is not None:
                self._take_opponent(step.one, step)
                continue
            self._put_back_chooser(steps.pop())
            back += 1
            if not steps or back > STEPS_BACK:
                return None
            self._give_back(steps[-1])
        return [(step.one, step.taken) for step in steps if step.taken is not None]

    def _open_choice(self) -> _Step:
        """Take the next in order; the lowest whom the player may meet is tried first."""
        one = self.free.pop()
        self.field.steps.take(len(self.free) + 1)
        return _Step(one, self._options(one))

    def _put_back_chooser(self, step: _Step) -> None:
        self.free.append(step.one)

    def _options(self, one: int) -> Iterator[int]:
        """Whom `one` can take within the bound, from the lowest; to float comes last."""
        fits: dict[tuple[int, bool], bool] = {}
        allowed = self.field.allowed[one]
        for two in list(self.free):
            if not allowed >> two & 1:
                continue
            sort = (self.kind[two], two in self.may_float)
            if sort not in fits:
                fits[sort] = self._is_in_reach(one, two)
            if fits[sort]:
                yield two
        if one in self.may_float and not self.floated and self._is_in_reach(one, FLOATS):
            yield FLOATS

    def _is_in_reach(self, one: int, two: int) -> bool:
        missed = self.missed
        self._count(one, two, -1)
        bound = self._bound()
        reached = bound is not None and self.missed + bound == self.goal
        self._count(one, two, 1)
        assert self.missed == missed
        return reached

    def _count(self, one: int, two: int, change: int) -> None:
        """Take a pair out of the counts (-1), or put it back (1)."""
        for each in (one, two):
            if each != FLOATS:
                self.counts[self.kind[each]] += change
                self.spare[self.kind[each]] += change * (each in self.may_float)
        if two == FLOATS:
            self.floated = change < 0
        elif self.kind[one] == self.kind[two] != NEITHER:
            self.missed -= change

    def _take_opponent(self, one: int, step: _Step) -> None:
        assert step.taken is not None
        self._count(one, step.taken, -1)
        if step.taken != FLOATS:
            step.place = self.free.index(step.taken)
            del self.free[step.place]

    def _give_back(self, step: _Step) -> None:
        assert step.taken is not None
        if step.taken != FLOATS:
            self.free.insert(step.place, step.taken)
        self._count(step.one, step.taken, 1)
        step.taken = None
