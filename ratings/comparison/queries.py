"""How a list is spread, and what another result of a game would do to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple

from django.db.models import Case, CharField, Count, F, Q, QuerySet, When

from games.models import Game
from gipf_engine.messages import Message
from gipf_engine.ratings import System
from gipf_engine.ratings.base import RatingChange
from gipf_engine.rules.possible_results import possible_results
from players.core.queries.records import canonical_id, canonical_ids, canonical_name
from ratings.core.ledger import EVEN, SCORES, games_between, games_of, handicap_steps, steps_of_games
from ratings.core.who_plays import split_by_players
from ratings.models import Pool, Rating
from ratings.models.coverage import covering

STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
MOST_BINS = 20


@dataclass(frozen=True, slots=True)
class Bin:
    """How many players have a rating from `lower` to `upper`, both included."""

    lower: int
    upper: int
    players: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one player stands: how many of the others have a lower rating, and how many the same."""

    person: int
    value: int
    lower: int
    equal: int
    others: int

    @property
    def percent(self) -> int:
        """Of 100 of the others so many have a lower rating; those with the same count half."""
        return round(100 * (2 * self.lower + self.equal) / (2 * self.others)) if self.others else 0


@dataclass(frozen=True, slots=True)
class Distribution:
    """The ratings of a list by steps of equal width, without gaps; `median` is the lower of the two in the middle."""

    players: int
    bins: Sequence[Bin]
    median: int
    standing: Standing | None


def distribution(pool: Pool, person: int | None = None) -> Distribution | None:
    """How the list is spread; None where no one stands in it. Three queries, however long it is."""
    rows = list(Rating.objects.of(pool).order_by("value").values_list("value").annotate(number=Count("*")))
    if not rows:
        return None
    players = sum(number for _value, number in rows)
    return Distribution(players, _bins(rows), _median(rows, players), _standing(pool, rows, players, person))


def _bins(rows: Sequence[tuple[int, int]]) -> list[Bin]:
    lowest, highest = rows[0][0], rows[-1][0]
    step = next((step for step in STEPS if highest // step - lowest // step < MOST_BINS), STEPS[-1])
    counts = dict.fromkeys(range(lowest // step, highest // step + 1), 0)
    for value, number in rows:
        counts[value // step] += number
    return [Bin(place * step, place * step + step - 1, number) for place, number in counts.items()]


def _median(rows: Sequence[tuple[int, int]], players: int) -> int:
    passed = 0
    for value, number in rows:
        passed += number
        if 2 * passed >= players:
            return value
    return rows[-1][0]


def _standing(pool: Pool, rows: Sequence[tuple[int, int]], players: int, person: int | None) -> Standing | None:
    if person is None:
        return None
    canonical = canonical_ids([person]).get(person, person)
    value = Rating.objects.filter(pool=pool, person=canonical).values_list("value", flat=True).first()
    if value is None:
        return None
    lower = sum(number for rating, number in rows if rating < value)
    equal = sum(number for rating, number in rows if rating == value) - 1
    return Standing(canonical, value, lower, equal, players - 1)


MOST_GAMES = 20_000
"""A list of more games is not replayed while a reader waits."""


class _Row(NamedTuple):
    """A game as a list counts it, in the order of lists."""

    day: date
    parent_scope: int
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
    split = split_by_players([game])
    found = Pool.objects.select_related("club").filter(covering([game.rules]), programs=bool(split.programs))
    clubs = Q(club=game.club_id, club__isnull=False)
    if split.mixed:
        found = found.filter(admits_programs=True)
        clubs |= Q(club__house_players__in=[game.white_id, game.black_id])
    found = found.filter(clubs | (Q(club=None) if of_server else Q(pk=None)))
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
    columns = ("counts_from", "parent_scope", "sequence", "pk", "white_person", "black_person", "counted")
    rows = games.values_list(*columns, steps_of_games())
    return [_Row._make((*row[:-2], SCORES[row[-2]], row[-1])) for row in rows]


def _row_of(pool: Pool, game: Game, last_day: date | None) -> _Row:
    """The game where it stands in a list, or would stand if it counted from today; its score is no one's yet."""
    white, black = Game.objects.filter(pk=game.pk).values_list(canonical_id("white"), canonical_id("black")).get()
    today = max(filter(None, (game.today, last_day)))
    day = (pool.counts_at_once and game.stands_on) or game.rated_on or today
    steps = handicap_steps(game.rules, game.handicap)
    return _Row(day, game.parent_scope_id, game.sequence, game.pk, white, black, 0, steps)


def _beside(pool: Pool, game: Game, this: _Row) -> list[_Row]:
    """The games of the event that still goes on which have a result, on the day that it would be closed."""
    counted = Case(When(rated_result="", then=F("result")), default=F("rated_result"), output_field=CharField())
    of_event = Game.objects.filter(
        parent_scope=game.parent_scope_id, rules__in=pool.coverage.covered, rated=True, removed_at=None, rated_on=None
    )
    games = (
        games_between(of_event, programs=pool.programs, mixed=pool.admits_programs)
        .annotate(counted=counted, white_person=canonical_id("white"), black_person=canonical_id("black"))
        .filter(counted__in=SCORES)
        .exclude(white_person=F("black_person"))
    )
    if not pool.rating_system.rates_handicap:
        games = games.filter(handicap__in=EVEN)
    columns = ("sequence", "pk", "white_person", "black_person", "counted")
    rows = games.values_list(*columns, steps_of_games())
    return [_Row._make((this.day, this.parent_scope, *row[:-2], SCORES[row[-2]], row[-1])) for row in rows]


def _ratings(system: System, rows: Sequence[_Row]) -> dict[int, int]:
    """Everybody's rating after all these games."""
    state, last = system.initial_state(), dict[int, RatingChange]()
    for (day, _parent_scope), games in groupby(sorted(rows), key=lambda row: (row.day, row.parent_scope)):
        of_event = list(games)
        played, steps = [(row.white, row.black, row.score) for row in of_event], [row.steps for row in of_event]
        last.update((change.person, change) for change in state.rate_unequal(played, steps, day.toordinal()))
    return {person: change.after for person, change in last.items()}


def _player_names(game: Game, this: _Row) -> list[tuple[int, str]]:
    names = Game.objects.filter(pk=game.pk).values_list(canonical_name("white"), canonical_name("black")).get()
    return list(zip((this.white, this.black), names, strict=True))
