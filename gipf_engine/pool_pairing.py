"""Pairing players who wait for a game at once: near ratings first, farther ones the longer they wait.

Ratings are points of the usual scale (400 points are ten to one), instants milliseconds. The differences that are
accepted grow while two wait, so that everyone meets an opponent in the end; of those who are acceptable the nearest
are paired first. Two who have just played each other meet again only where neither has anyone else to meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

FIRST_WINDOW = 100
"""Points of difference that are accepted at once."""
WIDENS = 15
"""Points by which that grows each second."""
UNRATED = 100
"""The difference that counts where one of two has no rating: no one waits for long to find out."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player who waits since an instant. `last` was the opponent in the game before, None for none.

    `refuses` are those with whom no game can begin, whichever of the two refuses.
    """

    key: int
    rating: int | None
    since: int
    last: int | None = None
    refuses: frozenset[int] = frozenset()

    def window(self, now: int) -> float:
        """The difference of ratings that is accepted at an instant."""
        return FIRST_WINDOW + WIDENS * max(0, now - self.since) / 1000

    def may_meet(self, other: Waiting) -> bool:
        """Whether a game of the two can begin at all."""
        return other.key not in self.refuses and self.key not in other.refuses

    def has_just_met(self, other: Waiting) -> bool:
        """Whether each was the other's opponent in the game before."""
        return self.last == other.key and other.last == self.key


def difference(one: Waiting, other: Waiting) -> int:
    """The points between two ratings."""
    if one.rating is None or other.rating is None:
        return UNRATED
    return abs(one.rating - other.rating)


def pair_waiting(waiting: Sequence[Waiting], now: int) -> list[tuple[Waiting, Waiting]]:
    """Whom to pair now, nearest ratings first; of those as near, who has waited longest. No one is in two pairs."""
    fitting = [pair for pair in combinations(waiting, 2) if _fits(*pair, waiting, now)]
    paired: set[int] = set()
    pairs = []
    for one, other in sorted(fitting, key=lambda pair: (difference(*pair), min(each.since for each in pair))):
        if not paired & {one.key, other.key}:
            paired |= {one.key, other.key}
            pairs.append((one, other))
    return pairs


def _fits(one: Waiting, other: Waiting, waiting: Sequence[Waiting], now: int) -> bool:
    accepted = (one.window(now) + other.window(now)) / 2
    if not one.may_meet(other) or difference(one, other) > accepted:
        return False
    return not (one.has_just_met(other) and _has_another(one, other, waiting))


def _has_another(one: Waiting, other: Waiting, waiting: Sequence[Waiting]) -> bool:
    """Whether one of two could meet a third who waits."""
    thirds = [each for each in waiting if each.key not in (one.key, other.key)]
    return any(each.may_meet(third) for each in (one, other) for third in thirds)
