"""Everybody's Elo while long events are written in: `EloState` in numpy, number for number."""

from __future__ import annotations

import numpy as np

from gipf_engine.ratings.base import WIN
from gipf_engine.ratings.columns.state import ColumnChanges, ColumnState, Ints
from gipf_engine.ratings.elo_states import CAP, MOST_K_GAMES, EloRules
from gipf_engine.ratings.fide_tables import FULL, expected_score

FARTHEST = 736
"""From this difference on the table says the same."""
_EXPECTED = np.array([expected_score(gap) for gap in range(-FARTHEST, FARTHEST + 1)], dtype=np.int64)


class EloColumns(ColumnState):
    """Ratings, games and who has reached the top, by place."""

    def __init__(self, rules: EloRules, ids: Ints) -> None:
        super().__init__(ids)
        self.rules = rules
        self.ratings = np.full(len(ids), rules.start, dtype=np.int64)
        self.games = np.zeros(len(ids), dtype=np.int64)
        self.topped = np.zeros(len(ids), dtype=np.bool_)

    def rate(self, white: Ints, black: Ints, score: Ints, day: int = 0) -> ColumnChanges:
        seats, own, other = np.concatenate((white, black)), self.ratings[white], self.ratings[black]
        due = self._expect(np.concatenate((own, other)), np.concatenate((own - other, other - own)))
        played = np.bincount(seats, minlength=len(self.ids))
        persons = np.flatnonzero(played)
        won = _sums(seats, np.concatenate((score, WIN - score)), persons)
        return self._change_ratings(persons, played[persons], won, _sums(seats, due, persons))

    def dump(self) -> bytes:
        there = np.flatnonzero(self.games)
        columns = (self.ids[there], self.ratings[there], self.games[there], self.topped[there].astype(np.int64))
        return np.stack(columns, axis=1).astype("<i8").tobytes()

    def restore(self, dumped: bytes) -> None:
        rows = np.frombuffer(dumped, dtype="<i8").reshape(-1, 4)
        places = np.searchsorted(self.ids, rows[:, 0])
        self.ratings[places], self.games[places], self.topped[places] = rows[:, 1], rows[:, 2], rows[:, 3] != 0

    def _expect(self, own: Ints, gap: Ints) -> Ints:
        """The expected scores, each by the own rating (`EloRules.cap_difference`)."""
        most = np.where(own >= self.rules.true_from, FARTHEST, CAP)
        expected: Ints = _EXPECTED[np.clip(gap, -most, most) + FARTHEST]
        return expected

    def _change_ratings(self, persons: Ints, games: Ints, score: Ints, due: Ints) -> ColumnChanges:
        """New ratings, each rounded once (`EloState._change_ratings`)."""
        before, games_before = self.ratings[persons], self.games[persons]
        k = self._k_factors(persons, games_before, games)
        surplus = WIN * score - due
        after = before + np.sign(surplus) * ((2 * k * np.abs(surplus) + FULL) // (2 * FULL))
        low = after < self.rules.floor
        self.topped[persons] |= ~low & (after >= self.rules.top)
        after = np.where(low & (after < before), np.minimum(before, self.rules.floor), after)
        self.ratings[persons], self.games[persons] = after, games_before + games
        return ColumnChanges(persons, before, after, games, games_before + games, score, (due, k))

    def _k_factors(self, persons: Ints, games_before: Ints, games: Ints) -> Ints:
        """`EloRules.k_factor` of each."""
        rules = self.rules
        k = np.where(games_before < rules.new_games, rules.k_new, rules.k)
        k = np.where(self.topped[persons], rules.k_top, k)
        return np.where(k * games <= MOST_K_GAMES, k, np.maximum(1, MOST_K_GAMES // games))


def _sums(seats: Ints, numbers: Ints, persons: Ints) -> Ints:
    """What the numbers at the seats of each person come to: whole numbers, far below 2 ** 53."""
    return np.bincount(seats, weights=numbers)[persons].astype(np.int64)
