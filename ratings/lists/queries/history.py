"""One person's ratings through time, as now known and as published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import F
from django.utils.safestring import SafeString, mark_safe

from common.journal.models import Scope
from games.models import Game
from gipf_engine.diagrams.base import Translate
from gipf_engine.messages import Message
from gipf_engine.ratings import System
from players.core.queries.records import canonical_ids, record_ids
from players.scope_labels import Label, labels
from ratings.core.chart import Point, draw
from ratings.core.lines import LedgerLine, lines_in, lines_of, lines_of_event
from ratings.core.packed_lines import Subject
from ratings.core.queries.details import Detail, details
from ratings.lists.queries.hindsight import Hindsight
from ratings.lists.queries.peaks import Peak, peak_of
from ratings.models import Pool, Published, Rating


@dataclass(frozen=True, slots=True)
class PersonPool:
    """A list that a person is in, and how the person stands there. `best` is the highest rating after an event.

    `details` are what the list's system shows beside a rating.
    """

    pool: Pool
    value: int
    change: int
    games: int
    provisional: bool
    best: int
    best_on: date
    inactive: bool
    details: Sequence[Detail]

    @property
    def rules_name(self) -> Message:
        """What players call the rules of this list."""
        return self.pool.name


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """What one event did to a person's rating; where games count at once, its games that count from `rated_on`.

    `published`: what the list said when the event was first rated, None where nothing was. `spread`: one
    standard deviation after it. `details`: what the list's system noted.
    """

    number: int
    parent_scope_id: int
    parent_scope: Label
    rated_on: date
    before: int
    after: int
    games: int
    games_total: int
    score: int
    details: Sequence[Detail]
    provisional: bool
    spread: int
    published: int | None

    @property
    def change(self) -> int:
        """The points won or lost."""
        return self.after - self.before

    @property
    def listed_details(self) -> list[Detail]:
        """What the list shows beside the rating."""
        return [detail for detail in self.details if detail.listed]

    @property
    def was_corrected(self) -> bool:
        """Whether the list said something else when the event was first rated."""
        return self.published is not None and self.published != self.after


def _place(pool: Pool) -> tuple[bool, bool, str, str, bool, str]:
    """Lists of rule sets stand before those of games, and these before that of all; main systems before others."""
    return not pool.rules, not pool.game, pool.rules, pool.game, not pool.is_main, pool.system


def _owner(pool: Pool) -> tuple[bool, str, int]:
    return pool.club is not None, str(pool.club or ""), pool.club_id or 0


def pools_of_person(person_id: int) -> list[PersonPool]:
    """Every list that the person is in, by each of its systems: the server's first, then the clubs'. Two queries."""
    person = canonical_ids([person_id]).get(person_id, person_id)
    ratings = Rating.objects.filter(person=person).select_related("pool__club").order_by("pool")
    lines = lines_in([rating.pool for rating in ratings], [person])
    rows = [_person_pool(rating, lines.get((rating.pool_id, person), [])) for rating in ratings]
    return sorted(rows, key=lambda row: (*_owner(row.pool), *_place(row.pool)))


def _person_pool(rating: Rating, lines: Sequence[LedgerLine]) -> PersonPool:
    best = peak_of(lines) if lines else Peak(rating.value, rating.last_rated_on)
    return PersonPool(
        pool=rating.pool,
        value=rating.value,
        change=rating.last_change,
        games=rating.games,
        provisional=rating.provisional,
        best=best.value,
        best_on=best.day,
        inactive=rating.pool.is_inactive(rating.last_rated_on),
        details=details(rating.pool.rating_system.values, rating.details),
    )


def history(person_id: int, pool: Pool) -> list[RatedEvent]:
    """What each event did to the person in this list, the oldest first."""
    person = canonical_ids([person_id]).get(person_id, person_id)
    lines = lines_of(pool, [person]).get(person, [])
    keys = dict(Scope.objects.filter(pk__in=[line.parent_scope for line in lines]).values_list("pk", "key"))
    called = labels(set(keys.values()))
    published, system = _published_ratings(pool, person), pool.rating_system
    return [
        _event(line, called[keys[line.parent_scope]], published.get(line.subject(by_day=pool.counts_at_once)), system)
        for line in lines
        if line.parent_scope in keys  # else the event is gone and the list about to be rated again
    ]


def changes_of_event(scope: str) -> dict[int, int]:
    """By person the points won or lost in the event with this scope: in the server's list, else in the club's own.

    A first rating is no change. Keys are canonical ids.
    """
    found = lines_of_event(scope)
    pools = Pool.objects.filter(pk__in=found, is_main=True).order_by(F("club").asc(nulls_last=True))
    return {
        person: sum(line.after - line.before for line in lines)
        for pool in pools.values_list("pk", flat=True)
        for person, lines in found[pool].items()
        if lines[0].number > 1
    }


def effect_of_game(game: Game) -> dict[int, tuple[int | None, int]]:
    """By person the rating before and after a game that its players arranged, in the server's list.

    None is before a first rating. Empty until the list is rated, and where the game does not count.
    """
    pools = Pool.objects.filter(club=None, rules=game.rules, is_main=True).values_list("pk", flat=True)
    lines = lines_of_event(game.parent_scope.key)
    found = next((lines[pool] for pool in pools if pool in lines), {})
    return {
        person: (lines[0].before if lines[0].number > 1 else None, lines[-1].after) for person, lines in found.items()
    }


def _published_ratings(pool: Pool, person_id: int) -> dict[Subject, int]:
    """By what a line tells of what was published of that first, under whichever record of the person."""
    rows = Published.objects.filter(pool=pool, person__in=record_ids(person_id)).order_by("-at", "-pk")
    rows = rows.filter(rated_on__isnull=not pool.counts_at_once)
    return {
        parent_scope if day is None else (parent_scope, day): value
        for parent_scope, day, value in rows.values_list("parent_scope", "rated_on", "value")
    }


def _event(line: LedgerLine, parent_scope: Label, published: int | None, system: System) -> RatedEvent:
    return RatedEvent(
        number=line.number,
        parent_scope_id=line.parent_scope,
        parent_scope=parent_scope,
        rated_on=line.rated_on,
        before=line.before,
        after=line.after,
        games=line.games,
        games_total=line.games_total,
        score=line.score,
        details=details(system.values, line.details),
        provisional=system.is_provisional(line.games_total),
        spread=system.standard_deviation(line.change),
        published=published,
    )


def hindsight_chart(known: Sequence[Hindsight], translate: Translate = str) -> SafeString:
    """What is now known of a player through time as a chart, ready for a template; "" without any."""
    if not known:
        return mark_safe("")
    points = [Point(each.day, each.rating, each.spread, "", provisional=False) for each in known]
    return mark_safe(draw(points, start=known[0].rating, translate=translate))  # noqa: S308  it escapes what it is given


def chart(events: list[RatedEvent], translate: Translate = str) -> SafeString:
    """The events of one list as a chart, ready for a template; "" without events."""
    if not events:
        return mark_safe("")
    points = [
        Point(event.rated_on, event.after, event.spread, event.parent_scope.name, event.provisional) for event in events
    ]
    return mark_safe(draw(points, start=events[0].before, translate=translate))  # noqa: S308  ratings.core.chart escapes what it is given
