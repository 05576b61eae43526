"""Everybody's Elo while events are written in: with newcomers at the start, or unrated at first as FIDE has them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from gipf_engine.ratings.base import WIN, Game, RatingChange, RatingState
from gipf_engine.ratings.dumps import pack_rows, unpack_rows
from gipf_engine.ratings.fide_initial import InitialRule, PooledEvent
from gipf_engine.ratings.fide_tables import FULL, expected_score

CAP = 400
"""8.3.1: a greater difference between two players counts as this many points."""
MOST_K_GAMES = 700
"""8.3: if K times the games of a period exceeds this, K is the largest whole number for which it does not."""

_NEAR = {gap: expected_score(gap) for gap in range(-CAP, CAP + 1)}
_SCORE, _GAME, _MASK = 32, 64, (1 << 32) - 1
_SCORED = [(1 << _GAME) + (score << _SCORE) for score in range(WIN + 1)]
"""A tally is one number: expected score in the low bits, score from bit 32, games from bit 64."""


class EloRules:
    """FIDE's rules about K and differences, by a pool's parameters."""

    def __init__(self, parameters: Mapping[str, int]) -> None:
        keys = ("start", "floor", "top", "true_from")
        self.start, self.floor, self.top, self.true_from = (parameters[key] for key in keys)
        self.k_new, self.k, self.k_top = (parameters[key] for key in ("k_new", "k", "k_top"))
        self.new_games = parameters["new_games"]

    def k_factor(self, games_before: int, has_reached_top: bool, games: int) -> int:
        """K for a period of `games` (8.3), by what the player had done before it."""
        by_experience = self.k_new if games_before < self.new_games else self.k
        k = self.k_top if has_reached_top else by_experience
        return k if k * games <= MOST_K_GAMES else max(1, MOST_K_GAMES // games)

    def cap_difference(self, own: int, gap: int) -> int:
        """What of a rating difference counts for a player rated `own` (8.3.1): one-sided, by the own rating."""
        if own >= self.true_from:
            return gap
        return max(-CAP, min(CAP, gap))


class EloState(RatingState):
    """Ratings, games and who has reached the top, by person id."""

    def __init__(self, rules: EloRules) -> None:
        self.rules, start = rules, rules.start
        self.ratings: defaultdict[int, int] = defaultdict(lambda: start)
        self.games: defaultdict[int, int] = defaultdict(int)
        self.topped: set[int] = set()

    def rating(self, person: int) -> int:
        return self.ratings.get(person, self.rules.start)

    def expect(self, first: int, second: int, day: int = 0) -> float:
        own = self.rating(first)
        return expected_score(self.rules.cap_difference(own, own - self.rating(second))) / FULL

    def rate(self, games: Iterable[Game], day: int = 0) -> list[RatingChange]:
        return self._change_ratings(sorted(self._tally(games).items()))

    def dump(self) -> bytes:
        return pack_rows(
            (person, self.ratings[person], games, person in self.topped) for person, games in sorted(self.games.items())
        )

    def restore(self, dumped: bytes) -> None:
        for person, rating, games, topped in unpack_rows(dumped, 4):
            self.ratings[person], self.games[person] = rating, games
            if topped:
                self.topped.add(person)

    def _tally(self, games: Iterable[Game]) -> dict[int, int]:
        """For each player of a period games, score (tenths) and expected score (hundredths), packed in one number.

        The one loop that must be fast: it runs once a game over a pool's whole history.
        """
        ratings, near, far, scored = self.ratings, _NEAR, self._far, _SCORED
        tallies: defaultdict[int, int] = defaultdict(int)
        for white, black, score in games:
            gap = ratings[white] - ratings[black]
            due = near.get(gap)
            if due is None:
                due, black_due = far(white, black)
            else:
                black_due = FULL - due
            tallies[white] += scored[score] + due
            tallies[black] += scored[WIN - score] + black_due
        return tallies

    def _far(self, white: int, black: int) -> tuple[int, int]:
        """Both expected scores where the difference is beyond the cap: each side by its own rating."""
        own, other, cap = self.ratings[white], self.ratings[black], self.rules.cap_difference
        return expected_score(cap(own, own - other)), expected_score(cap(other, other - own))

    def _change_ratings(self, tallies: Iterable[tuple[int, int]]) -> list[RatingChange]:
        """Turn tallies into new ratings, each rounded once. This loop must be fast too."""
        ratings, played, topped = self.ratings, self.games, self.topped
        k_factor, floor, top = self.rules.k_factor, self.rules.floor, self.rules.top
        changes, made = [], RatingChange._make
        for person, tally in tallies:
            games, score, due = tally >> _GAME, (tally >> _SCORE) & _MASK, tally & _MASK
            before, games_before = ratings[person], played[person]
            k = k_factor(games_before, person in topped, games)
            after = before + round_change(k, WIN * score - due)
            if after < floor:
                after = min(before, floor) if after < before else after
            elif after >= top:
                topped.add(person)
            ratings[person], played[person] = after, games_before + games
            changes.append(made((person, before, after, games, games_before + games, score, {"expected": due, "k": k})))
        return changes


class InitialEloState(EloState):
    """Ratings by Elo where newcomers are unrated until their results give them a rating. `pooled` by unrated person.

    One who is in `games` is rated. While no one is, an event's players enter at the pool's start.
    """

    def __init__(self, rules: EloRules, initial: InitialRule) -> None:
        super().__init__(rules)
        self.initial = initial
        self.pooled: dict[int, list[PooledEvent]] = {}

    def rate(self, games: Iterable[Game], day: int = 0) -> list[RatingChange]:
        if not self.games:
            return super().rate(games, day)
        counted, opponents, met = self._divide(games)
        entered = [change for person, each in opponents.items() if (change := self._enter(person, sorted(each), day))]
        changes = self._change_ratings(sorted((dict.fromkeys(met, 0) | self._tally(counted)).items()))
        for change in entered:
            self.ratings[change.person], self.games[change.person] = change.after, change.games_total
            if change.after >= self.rules.top:
                self.topped.add(change.person)
        return sorted([*changes, *entered], key=lambda change: change.person)

    def dump(self) -> bytes:
        rated = super().dump()
        waiting = (
            (person, place, event.day, *game)
            for person, events in sorted(self.pooled.items())
            for place, event in enumerate(events)
            for game in event.games
        )
        return pack_rows([(len(rated),)]) + rated + pack_rows(waiting)

    def restore(self, dumped: bytes) -> None:
        length = len(pack_rows([(0,)]))
        ((size,),) = unpack_rows(dumped[:length], 1)
        super().restore(dumped[length : length + size])
        for event, games in groupby(unpack_rows(dumped[length + size :], 5), key=lambda row: row[:3]):
            person, _place, day = event
            played = tuple((rating, score) for *_event, rating, score in games)
            self.pooled.setdefault(person, []).append(PooledEvent(day, played))

    def _divide(self, games: Iterable[Game]) -> tuple[list[Game], dict[int, list[tuple[int, int]]], set[int]]:
        """The games of two rated players; by newcomer rating and own score of each game against a rated player; and
        the rated players who met newcomers."""
        rated, ratings = self.games, self.ratings
        counted, opponents, met = list[Game](), defaultdict[int, list[tuple[int, int]]](list), set[int]()
        for game in games:
            white, black, score = game
            if white in rated and black in rated:
                counted.append(game)
            elif white in rated:
                opponents[black].append((ratings[white], WIN - score))
                met.add(white)
            elif black in rated:
                opponents[white].append((ratings[black], score))
                met.add(black)
        return counted, opponents, met

    def _enter(self, person: int, met: Sequence[tuple[int, int]], day: int) -> RatingChange | None:
        """Add an event to a newcomer's; the initial rating, as a change with K 0, once there is one."""
        pooled = self.initial.pool([*self.pooled.pop(person, ()), PooledEvent(day, tuple(met))], day)
        found = self.initial.rate(pooled)
        if found is None:
            if pooled:
                self.pooled[person] = pooled
            return None
        own, played = found.rating, [game for event in pooled for game in event.games]
        due = sum(expected_score(self.rules.cap_difference(own, own - rating)) for rating, _score in played)
        score = sum(score for _rating, score in played)
        return RatingChange(person, own, own, len(played), len(played), score, {"expected": due, "k": 0})


def round_change(k: int, surplus: int) -> int:
    """K times the surplus (hundredths of a point), to the nearest whole number, halves away from zero (8.3)."""
    size = (2 * k * abs(surplus) + FULL) // (2 * FULL)
    return size if surplus >= 0 else -size
