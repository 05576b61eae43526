"""Who can still be first? Bounds that no result can break, and exact answers where all remaining pairings are known.

A race is what the points are now, the games that are still open, and the rounds whose pairings are unknown. "First"
means that no one has more points: tie-breaks are left out, since they depend on games that are not played yet. Open
games are taken to be played: a double forfeit, which gives no one a point, is left out.

* Where all pairings are known (a round robin; any last round that is paired) and the points of a game can be shared in
  every way that results allow (1, ½, 0; 2, 1, 0; 1, 0), a player is out exactly if a maximum flow shows that the others
  cannot share their games without one of them getting more points.
* Where rounds are not paired yet, the same flow over the games that are known, with all points of the unknown rounds
  given to the player, is a bound: who is out by it is out, whatever the pairs. Who is not may be shown to be able
  to win by an example (`forecast.examples`); else the answer stays open.
* Places are bounds: no one ends up outside them, though not each place between them must be possible.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import gcd

from gipf_engine.tournament.forecast.flow import Shared, share_points

MOST_FLOWS = 150_000
"""Where players times open games are more than these, only the bounds by points are asked."""


class Chance(StrEnum):
    """Whether a player can still be first."""

    SURE = "sure"  # alone, whatever happens
    SHARED = "shared"  # first at least together with others, whatever happens
    CAN = "can"  # there are results with which no one has more points
    OPEN = "open"  # nothing shown yet: it depends on pairings to come
    OUT = "out"  # whatever happens, a person has more points


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game without a result, between two players."""

    one: int
    two: int


@dataclass(frozen=True, slots=True)
class Worth:
    """What a game can give, in tenths: win and loss, and a draw where there are draws (None: there are none)."""

    win: int
    draw: int | None
    loss: int

    @property
    def unit(self) -> int:
        """What two results differ by: half of what there is to win where there are draws."""
        return self.win - self.loss if self.draw is None else self.draw - self.loss

    @property
    def units(self) -> int:
        """So many units two players share."""
        return 1 if self.draw is None else 2

    @property
    def is_shared(self) -> bool:
        """Whether the points of a game are the same sum whatever its result."""
        return self.win > self.loss and (self.draw is None or 2 * self.draw == self.win + self.loss)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a player can still become.

    `points` are those of now, `most` those of now with all that can still be won, both in tenths; `left` is how much
    that is. `best` and `worst` are bounds of the place. `enough` is how many of the points left make the player first
    or tied whatever others do, `enough_alone` first alone; None where all of them do not. `least` is the fewest with
    which it is still possible (a bound while pairings are unknown); None for who is out. `rivals` must each drop points
    even if the player wins all the rest: by number, how many of theirs they may still get.
    """

    number: int
    points: int
    most: int
    best: int
    worst: int
    chance: Chance
    enough: int | None
    enough_alone: int | None
    least: int | None
    rivals: tuple[tuple[int, int], ...]

    @property
    def left(self) -> int:
        return self.most - self.points


@dataclass(frozen=True)
class Race:
    """An event that is going on. Points are tenths.

    `points` are by player, with what is certain: byes that were announced. `games` are open and known. `rounds_of` is
    in how many rounds that are not paired yet a player takes part, each worth `most_a_round` at most.
    """

    points: Mapping[int, int]
    games: Sequence[OpenGame]
    rounds_of: Mapping[int, int]
    worth: Worth
    most_a_round: int = 0
    least_a_round: int = 0

    @cached_property
    def own_games(self) -> dict[int, list[OpenGame]]:
        found: dict[int, list[OpenGame]] = {number: [] for number in self.points}
        for game in self.games:
            found[game.one].append(game)
            found[game.two].append(game)
        return found

    @property
    def is_known(self) -> bool:
        """Whether all remaining pairings are known."""
        return not any(self.rounds_of.values())

    @property
    def is_exact(self) -> bool:
        """Whether `can_be_first` is an answer and not only a bound."""
        return self.is_known and self._shares_out

    @property
    def _shares_out(self) -> bool:
        """Whether flows are asked."""
        return self.worth.is_shared and len(self.games) * len(self.points) <= MOST_FLOWS

    def most(self, number: int) -> int:
        """The most points a player can end up with."""
        own = len(self.own_games[number]) * self.worth.win
        return self.points[number] + own + self.rounds_of[number] * self.most_a_round

    def least(self, number: int) -> int:
        """The fewest points a player can end up with."""
        own = len(self.own_games[number]) * self.worth.loss
        return self.points[number] + own + self.rounds_of[number] * self.least_a_round

    @cached_property
    def _by_most(self) -> list[int]:
        """Those who can get most come first: whatever is asked of others is mostly settled by the first of them."""
        return sorted(self.points, key=self.most, reverse=True)

    @cached_property
    def _all_most(self) -> list[int]:
        return sorted(map(self.most, self.points))

    @cached_property
    def _all_least(self) -> list[int]:
        return sorted(map(self.least, self.points))

    def can_be_first(self, number: int, gain: int | None = None) -> bool:
        """Whether no one need have more points than a player who gets `gain` more (None: all there is).

        False is certain. True is certain where the race `is_exact`.
        """
        return self.share_for(number, gain) is not None

    def share_for(self, number: int, gain: int | None = None) -> list[int] | None:
        """By game, the units of its first player with which no one has more points; None where that cannot be.

        Empty where the games are too many, or worth too different sums, to be shared out.
        """
        total = self.most(number) if gain is None else self.points[number] + gain
        if total < self._all_least[-1]:
            return None
        if not self._shares_out:
            return []
        limits = {}
        for other in self.points:
            certain = self.points[other] + len(self.own_games[other]) * self.worth.loss
            if other != number:
                certain += self.rounds_of[other] * self.least_a_round
            limits[other] = (total - certain) // self.worth.unit
        return share_points([Shared(game.one, game.two, self.worth.units) for game in self.games], limits)

    def is_first_with(self, number: int, gain: int, *, alone: bool) -> bool:
        """Whether a player who gets `gain` more is first whatever others do. True is certain."""
        total, left = self.points[number] + gain, self.most(number) - self.points[number]
        for other in self._by_most:
            most = self.most(other)
            if most < total or (most == total and not alone):
                return True
            if other != number:
                reached = most - self._lost_to(number, other, gain, left)
                if reached > total or (alone and reached == total):
                    return False
        return True

    def _lost_to(self, number: int, other: int, gain: int, left: int) -> int:
        """Of the most that another can get, what the games against a player who gets `gain` of `left` more take away.

        The player gets it elsewhere first, so that only the rest must come from these games.
        """
        between = self._between(number, other)
        if not between or not self.worth.is_shared:
            return 0
        win, loss = self.worth.win, self.worth.loss
        from_these = gain - (left - between * win)
        return max(0, from_these - between * loss)

    def _between(self, one: int, other: int) -> int:
        """How many open games there are between two."""
        return sum(other in (game.one, game.two) for game in self.own_games[one])

    def outlook(self, number: int) -> Outlook:
        """What a player can still become."""
        least, most = self.least(number), self.most(number)
        chance = self._chance(number)
        is_out = chance is Chance.OUT
        return Outlook(
            number=number,
            points=self.points[number],
            most=most,
            best=max(1 + is_out, 1 + len(self.points) - bisect_right(self._all_least, most)),
            worst=1 if chance is Chance.SURE else len(self.points) - bisect_left(self._all_most, least),
            chance=chance,
            enough=None if is_out else self._first_gain(number, self._is_enough(number, alone=False)),
            enough_alone=None if is_out else self._first_gain(number, self._is_enough(number, alone=True)),
            least=None if is_out else self._first_gain(number, lambda gain: self.can_be_first(number, gain)),
            rivals=() if is_out else tuple(self._rivals(number)),
        )

    def _chance(self, number: int) -> Chance:
        gain = self.least(number) - self.points[number]
        if self.is_first_with(number, gain, alone=True):
            return Chance.SURE
        if self.is_first_with(number, gain, alone=False):
            return Chance.SHARED
        if not self.can_be_first(number):
            return Chance.OUT
        return Chance.CAN if self.is_exact else Chance.OPEN

    def _is_enough(self, number: int, *, alone: bool) -> Callable[[int], bool]:
        return lambda gain: self.is_first_with(number, gain, alone=alone)

    def _first_gain(self, number: int, holds: Callable[[int], bool]) -> int | None:
        """The smallest gain of a player for which something holds that holds for all larger ones too."""
        low, high = self.least(number) - self.points[number], self.most(number) - self.points[number]
        gains = range(low, high + 1, self._step_of_gains(high - low))
        at = bisect_left(gains, True, key=holds)
        return gains[at] if at < len(gains) else None

    def _step_of_gains(self, span: int) -> int:
        """Points come in such steps."""
        win, draw, loss = self.worth.win, self.worth.draw, self.worth.loss
        step = gcd(win - loss, 0 if draw is None else draw - loss)
        return step if step > 0 and span % step == 0 else 1

    def _rivals(self, number: int) -> Iterator[tuple[int, int]]:
        """Who would have more points although the player wins all the rest, and how many each may still get."""
        total = self.most(number)
        for other in self._by_most:
            if self.most(other) <= total:
                return
            reach = self.most(other) - self._between(number, other) * (self.worth.win - self.worth.loss)
            if other != number and reach > total:
                yield other, total - self.points[other]
