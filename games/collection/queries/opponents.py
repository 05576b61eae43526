"""Whom a person has played, how often and with what score; and the games of two with each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.core.queries.lists import GameRow
from gipf_engine.results import RESULTS, SideResult


@dataclass(frozen=True, slots=True)
class Score:
    """Games over the board that have a result, from one side: void games and forfeits are none."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many they are."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player whom a person has met, and the person's score against them."""

    id: int
    name: str
    score: Score


def opponents_in(person_id: int, games: Iterable[GameRow]) -> list[Opponent]:
    """Everybody whom the person met over the board in these games of theirs, the most frequent first, then by name.

    Guests cannot be met again.
    """
    met: dict[int, list[GameRow]] = {}
    names: dict[int, str] = {}
    for row in games:
        other, name = (row.black_id, row.black) if row.white_id == person_id else (row.white_id, row.white)
        if other is None:
            continue
        met.setdefault(other, []).append(row)
        names[other] = name
    found = (Opponent(other, names[other], score_of(person_id, rows)) for other, rows in met.items())
    played = [opponent for opponent in found if opponent.score.games]
    return sorted(played, key=lambda each: (-each.score.games, each.name, each.id))


def score_of(person_id: int, games: Iterable[GameRow]) -> Score:
    """The person's score in these games."""
    counted: Counter[SideResult | None] = Counter()
    for row in games:
        result = RESULTS[row.result]
        if result.played:
            counted[result.outcome("white" if row.white_id == person_id else "black")] += 1
    return Score(counted[SideResult.WIN], counted[SideResult.DRAW], counted[SideResult.LOSS])


def games_between(person_id: int, other_id: int, games: Sequence[GameRow]) -> list[GameRow]:
    """Those of the person's games that were played against one opponent."""
    return [row for row in games if {row.white_id, row.black_id} == {person_id, other_id}]
