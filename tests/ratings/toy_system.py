"""A rating system with other values than Elo's: points for wins, and how many of them came in a row."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from gipf_engine.messages import Message
from gipf_engine.ratings.base import (
    SYSTEMS,
    WIN,
    ChangeSum,
    Expectation,
    Game,
    Known,
    Parameter,
    PlayedGame,
    RatingChange,
    RatingState,
    System,
    Term,
    Value,
)


class Streaks(System):
    """Nine points for each win. A draw or a loss ends a row of wins."""

    key = "streaks"
    name = "Streaks"
    help = "Nine points for each win"
    known = (Parameter("prize", 9, 1, 100, "Points for a win"),)
    values = (
        Value("row", "Wins in a row", "A draw or a loss ends the row", listed=True),
        Value("share", "Share of wins", digits=3),
    )
    term_values = (Value("gain", "Gain", signed=True),)

    def initial_state(self) -> StreaksState:
        return StreaksState(self)

    def standard_deviation(self, change: RatingChange) -> int:
        return 7

    def expectation(self, own: Known, other: Known) -> Expectation:
        return Expectation(0.5)

    def explain_change(self, change: RatingChange, games: Sequence[PlayedGame]) -> ChangeSum:
        terms = tuple(
            Term(game.opponent.person, game.score, {"gain": self.parameters["prize"] * (game.score == WIN)})
            for game in games
        )
        wins = sum(term.score == WIN for term in terms)
        steps = (Message("Brought %(row)d wins.", {"row": change.details["row"]}),)
        return ChangeSum(terms, f"{wins} × {self.parameters['prize']}", steps, fits=len(terms) == change.games)

    def explain(self) -> Sequence[Message]:
        return [Message("Each win brings %(prize)d points.", self.parameters)]


class StreaksState(RatingState):
    def __init__(self, system: Streaks) -> None:
        self.system = system
        self.ratings, self.games, self.rows = (
            defaultdict[int, int](int),
            defaultdict[int, int](int),
            defaultdict[int, int](int),
        )

    def rating(self, person: int) -> int:
        return self.ratings[person]

    def expect(self, first: int, second: int, day: int = 0) -> float:
        return 0.5

    def rate(self, games: Iterable[Game], day: int = 0) -> list[RatingChange]:
        scores = defaultdict[int, list[int]](list)
        for white, black, score in games:
            scores[white].append(score)
            scores[black].append(WIN - score)
        return [self._close(person, scores[person]) for person in sorted(scores)]

    def dump(self) -> bytes:
        return json.dumps(
            [(person, self.ratings[person], played, self.rows[person]) for person, played in self.games.items()]
        ).encode()

    def restore(self, dumped: bytes) -> None:
        for person, rating, played, row in json.loads(dumped):
            self.ratings[person], self.games[person], self.rows[person] = rating, played, row

    def _close(self, person: int, scores: list[int]) -> RatingChange:
        before, wins = self.ratings[person], scores.count(WIN)
        self.ratings[person] += self.system.parameters["prize"] * wins
        self.games[person] += len(scores)
        self.rows[person] = self.rows[person] + wins if wins == len(scores) else 0
        details = {"row": self.rows[person], "share": 1000 * wins // len(scores)}
        after = self.ratings[person]
        return RatingChange(person, before, after, len(scores), self.games[person], sum(scores), details)


@contextmanager
def registered() -> Iterator[None]:
    """Let lists be rated by it."""
    SYSTEMS.add(Streaks.key, Streaks)
    try:
        yield
    finally:
        SYSTEMS.remove(Streaks.key)
