"""What another result of one game would do to the lists that count it. Nothing is written.

Both sides of the comparison are replayed from the games: once as they are, once with the supposed result. A game of an
event that still goes on is looked at as if its event were closed today, with the results that its other games have;
where games count at once, as if the result stood since today, unless one stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple

from django.db.models import Case, CharField, F, Q, QuerySet, When

from games.models import Game
from gipf_engine.messages import Message
from gipf_engine.ratings import System
from gipf_engine.ratings.base import RatingChange
from gipf_engine.rules.possible_results import possible_results
from players.core.queries.records import canonical_id, canonical_name
from ratings.core.ledger import EVEN, SCORES, games_of, handicap_steps, steps_of_games
from ratings.models import Pool
from ratings.models.coverage import covering

MOST_GAMES = 20_000
"""A list of more games is not replayed while a reader waits."""


class _Row(NamedTuple):
    """A game as a list counts it, in the order of lists."""

    day: date
    occasion: int
    sequence: int
    game: int
    white: int
    black: int
    score: int
    steps: int


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """What a list would say of a player: ratings without and with the supposed result, None: not in the list."""

    person_id: int
    name: str
    before: int | None
    after: int | None

    @property
    def change(self) -> int | None:
        """The points between the two; None where the player is in the list by one of them alone."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class ListEffect:
    """What one list would say. `others` are so many more persons with another rating; `seats` is empty where the list
    has too many games to be replayed while a reader waits."""

    pool: Pool
    seats: tuple[SeatEffect, ...]
    others: int

    @property
    def rules_name(self) -> Message:
        """What players call the rules of the list."""
        return self.pool.name

    @property
    def system_name(self) -> Message:
        """What readers call the system by which it is rated."""
        return self.pool.system_name


def offered_results(game: Game) -> tuple[str, ...]:
    """The results that can be supposed: those of two who have played."""
    return possible_results(game).reported


def can_be_supposed(game: Game) -> bool:
    """Whether any list would count the game."""
    return game.rated and not game.guests and not game.left_out and game.removed_at is None


def effects(game: Game, result: str) -> list[ListEffect]:
    """What each list that counts the game would say if `result` were its result: the club's first."""
    return [_effect(pool, game, result) for pool in _pools(game)]


def _pools(game: Game) -> list[Pool]:
    """The lists that count the game. None is made."""
    of_server = not game.left_out if game.club is None else game.club.admitted
    found = Pool.objects.select_related("club").filter(covering([game.rules]))
    found = found.filter(Q(club=game.club_id, club__isnull=False) | (Q(club=None) if of_server else Q(pk=None)))
    counted = [pool for pool in found if game.handicap in EVEN or pool.rating_system.rates_handicap]
    return sorted(
        counted, key=lambda pool: (pool.club_id is None, not pool.rules, not pool.game, not pool.is_main, pool.pk)
    )


def _effect(pool: Pool, game: Game, result: str) -> ListEffect:
    games = games_of(pool)
    if games.count() > min(MOST_GAMES, pool.rating_system.most_judged):
        return ListEffect(pool, (), 0)
    rows = _game_rows(games)
    this = _row_of(pool, game, rows[-1].day if rows else None)
    if game.rated_on is None and not pool.counts_at_once:
        rows += _beside(pool, game, this)
    others = [row for row in rows if row.game != game.pk]
    supposed = [*others, this._replace(score=SCORES[result])] if result in SCORES else others
    now, then = (_ratings(pool.rating_system, each) for each in (rows, supposed))
    seats = tuple(
        SeatEffect(person, name, now.get(person), then.get(person)) for person, name in _player_names(game, this)
    )
    moved = sum(now.get(person) != then.get(person) for person in now.keys() | then.keys())
    return ListEffect(pool, seats, moved - sum(seat.before != seat.after for seat in seats))


def _game_rows(games: QuerySet[Game]) -> list[_Row]:
    columns = ("counts_from", "occasion", "sequence", "pk", "white_person", "black_person", "counted")
    rows = games.values_list(*columns, steps_of_games())
    return [_Row._make((*row[:-2], SCORES[row[-2]], row[-1])) for row in rows]


def _row_of(pool: Pool, game: Game, last_day: date | None) -> _Row:
    """The game where it stands in a list, or would stand if it counted from today; its score is no one's yet."""
    white, black = Game.objects.filter(pk=game.pk).values_list(canonical_id("white"), canonical_id("black")).get()
    today = max(filter(None, (game.today, last_day)))
    day = (pool.counts_at_once and game.stands_on) or game.rated_on or today
    steps = handicap_steps(game.rules, game.handicap)
    return _Row(day, game.occasion_id, game.sequence, game.pk, white, black, 0, steps)


def _beside(pool: Pool, game: Game, this: _Row) -> list[_Row]:
    """The games of the event that still goes on which have a result, on the day that it would be closed."""
    counted = Case(When(rated_result="", then=F("result")), default=F("rated_result"), output_field=CharField())
    games = (
        Game.objects.filter(
            occasion=game.occasion_id, rules__in=pool.coverage.covered, rated=True, removed_at=None, rated_on=None
        )
        .annotate(counted=counted, white_person=canonical_id("white"), black_person=canonical_id("black"))
        .filter(counted__in=SCORES)
        .exclude(white_person=F("black_person"))
    )
    if not pool.rating_system.rates_handicap:
        games = games.filter(handicap__in=EVEN)
    columns = ("sequence", "pk", "white_person", "black_person", "counted")
    rows = games.values_list(*columns, steps_of_games())
    return [_Row._make((this.day, this.occasion, *row[:-2], SCORES[row[-2]], row[-1])) for row in rows]


def _ratings(system: System, rows: Sequence[_Row]) -> dict[int, int]:
    """Everybody's rating after all these games."""
    state, last = system.initial_state(), dict[int, RatingChange]()
    for (day, _occasion), games in groupby(sorted(rows), key=lambda row: (row.day, row.occasion)):
        of_event = list(games)
        played, steps = [(row.white, row.black, row.score) for row in of_event], [row.steps for row in of_event]
        last.update((change.person, change) for change in state.rate_unequal(played, steps, day.toordinal()))
    return {person: change.after for person, change in last.items()}


def _player_names(game: Game, this: _Row) -> list[tuple[int, str]]:
    names = Game.objects.filter(pk=game.pk).values_list(canonical_name("white"), canonical_name("black")).get()
    return list(zip((this.white, this.black), names, strict=True))
