"""A player's rated games of one list, added up: by colour, by the opponents' strength, by opponent."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gipf_engine.ratings.base import WIN
from ratings.lists.queries.explanations import ChangeExplanation, ExplainedTerm

BAND = 200
"""Opponents are taken together by so many points of rating."""
MOST_OPPONENTS = 10

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Tally:
    """Some games of a player. `expected` is what was to be scored in them, in points."""

    won: int
    drawn: int
    lost: int
    expected: float

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> int:
        """In tenths of a point."""
        return WIN * self.won + WIN // 2 * self.drawn

    @property
    def expected_points(self) -> str:
        """As it is printed: "3.42"."""
        return f"{self.expected:.2f}"


@dataclass(frozen=True, slots=True)
class Band:
    """The games against opponents whose rating before the event was from `lower` to `upper`, both included."""

    lower: int
    upper: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class OpponentTally:
    """The games against one opponent."""

    id: int
    name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class PlayerRecords:
    """What a player scored, with White and Black (None: never), against whom how strong, and against whom most often.

    `opponents_in_all` are all whom he met; the most frequent are named.
    """

    white: Tally | None
    black: Tally | None
    bands: Sequence[Band]
    opponents: Sequence[OpponentTally]
    opponents_in_all: int


def player_records(changes: Iterable[ChangeExplanation]) -> PlayerRecords:
    """All games of these changes of one player, added up. No query."""
    games = [term for change in changes for term in change.terms]
    by_colour = _tallies((term.is_white, term) for term in games)
    by_strength = _tallies((term.opponent_rating // BAND, term) for term in games)
    by_opponent = _tallies((term.opponent_id, term) for term in games)
    called = {term.opponent_id: term.opponent for term in games}
    met = [OpponentTally(person, called[person], tally) for person, tally in by_opponent.items()]
    met.sort(key=lambda each: (-each.tally.games, each.name, each.id))
    return PlayerRecords(
        white=by_colour.get(True),
        black=by_colour.get(False),
        bands=[Band(BAND * place, BAND * place + BAND - 1, by_strength[place]) for place in sorted(by_strength)],
        opponents=met[:MOST_OPPONENTS],
        opponents_in_all=len(met),
    )


def _tallies(games: Iterable[tuple[K, ExplainedTerm]]) -> dict[K, Tally]:
    found: defaultdict[K, list[ExplainedTerm]] = defaultdict(list)
    for key, term in games:
        found[key].append(term)
    return {key: _tally(terms) for key, terms in found.items()}


def _tally(terms: Sequence[ExplainedTerm]) -> Tally:
    scores = [term.score for term in terms]
    expected = math.fsum(term.expected for term in terms)
    return Tally(scores.count(WIN), scores.count(WIN // 2), scores.count(0), expected)
