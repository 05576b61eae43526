"""Two to five players side by side in one list: their ways through it, their games, what is expected of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from gipf_engine.ratings.base import WIN, Expectation
from players.core.queries.records import canonical_ids, names, record_ids_of
from ratings.core.ledger import SCORES, games_of
from ratings.core.lines import LedgerLine, lines_of
from ratings.core.queries.predictions import expectations_between, write_score
from ratings.models import Pool

MOST_COMPARED = 5


@dataclass(frozen=True, slots=True)
class ComparedPlayer:
    """One of those who are compared. `letter` names the line in the chart; `best` is the first event of the highest."""

    letter: str
    id: int
    name: str
    lines: Sequence[LedgerLine]
    provisional: bool

    @property
    def last(self) -> LedgerLine:
        return self.lines[-1]

    @property
    def best(self) -> LedgerLine:
        """The event after which the rating was highest, the first of them."""
        return max(self.lines, key=lambda line: (line.after, -line.number))


@dataclass(frozen=True, slots=True)
class Meetings:
    """What one player scored against another in rated games, in tenths of a point; and what the next one may bring."""

    one: ComparedPlayer
    other: ComparedPlayer
    games: int
    score: int
    expected: Expectation

    @property
    def expected_score(self) -> str:
        return write_score(self.expected.score)

    @property
    def interval(self) -> tuple[str, str] | None:
        """Both ends of what is expected in 95 cases of 100, as they are printed."""
        low, high = self.expected.low, self.expected.high
        return None if low is None or high is None else (write_score(low), write_score(high))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The players in the order in which they were asked for, and each pair of them once."""

    pool: Pool
    players: Sequence[ComparedPlayer]
    meetings: Sequence[Meetings]


def compare(pool: Pool, asked: Sequence[int]) -> Comparison:
    """The first five of those who stand in the list, in the order of `asked`. Five queries."""
    canonical = canonical_ids(asked)
    wanted = list(dict.fromkeys(canonical[person] for person in asked if person in canonical))
    lines = lines_of(pool, wanted)
    people = [person for person in wanted if lines.get(person)][:MOST_COMPARED]
    called, is_provisional = names(people), pool.rating_system.is_provisional
    players = [
        ComparedPlayer(letter, person, called[person], lines[person], is_provisional(lines[person][-1].games_total))
        for letter, person in zip("ABCDE", people, strict=False)
    ]
    return Comparison(pool, players, _meetings(pool, players))


def _meetings(pool: Pool, players: Sequence[ComparedPlayer]) -> list[Meetings]:
    people, today, system = [player.id for player in players], timezone.localdate(), pool.rating_system
    known = {
        player.id: system.known_after(
            player.last.after, player.last.details, max((today - player.last.rated_on).days, 0)
        )
        for player in players
    }
    expected, scores = expectations_between(system, known, people), _scores(pool, people)
    return [
        Meetings(one, other, *scores[one.id, other.id], expected[one.id, other.id])
        for place, one in enumerate(players)
        for other in players[place + 1 :]
    ]


def _scores(pool: Pool, people: Sequence[int]) -> Mapping[tuple[int, int], tuple[int, int]]:
    """By pair how many rated games there were, and what the first of both scored in them."""
    found: defaultdict[tuple[int, int], tuple[int, int]] = defaultdict(lambda: (0, 0))
    records = record_ids_of(people)
    games = games_of(pool).filter(white__in=records, black__in=records)
    columns = ("white_person", "black_person", "counted")
    for white, black, result in games.values_list(*columns):
        for pair, score in (((white, black), SCORES[result]), ((black, white), WIN - SCORES[result])):
            count, scored = found[pair]
            found[pair] = count + 1, scored + score
    return found
