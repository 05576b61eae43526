"""Titles by rule of a club: for a rating after enough games, or for performances, each of which is a norm."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatingRule:
    """A rating of at least `rating` after at least `games` rated games."""

    rating: int
    games: int

    def is_met(self, rating: int, games: int) -> bool:
        return rating >= self.rating and games >= self.games


@dataclass(frozen=True, slots=True)
class Performance:
    """What a player did in an event: the performance against rated opponents, in so many games against them."""

    event: int
    rating: int
    games: int


@dataclass(frozen=True, slots=True)
class NormRule:
    """`performance` or more in at least `games` games of an event is a norm, and `norms` of them give the title."""

    performance: int
    games: int
    norms: int

    def norms_of(self, performances: Iterable[Performance]) -> tuple[Performance, ...]:
        """Those of the performances that are norms, in their order."""
        return tuple(each for each in performances if each.rating >= self.performance and each.games >= self.games)

    def is_met(self, performances: Iterable[Performance]) -> bool:
        return len(self.norms_of(performances)) >= self.norms
