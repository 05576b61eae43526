"""One person's ratings through time, as now known and as published."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.utils.safestring import SafeString, mark_safe

from engine.diagrams.base import Translate
from engine.messages import Message
from engine.ratings import base, system_for
from games.labels import rules_name
from players.queries import canonical_ids, record_ids
from players.scope_labels import Label, labels
from ratings.chart import Point, draw
from ratings.models import Change, Pool, Published, Rating


@dataclass(frozen=True, slots=True)
class PersonPool:
    """A list that a person is in, and how the person stands there. `best` is the highest rating after an event."""

    pool: Pool
    value: int
    change: int
    games: int
    provisional: bool
    best: int

    @property
    def rules_name(self) -> Message:
        """What players call the rules of this list."""
        return rules_name(self.pool.rules)


@dataclass(frozen=True, slots=True)
class Event:
    """What one event did to a person's rating.

    `published`: what the list said when the event was first rated, None where nothing was. `spread`: one
    standard deviation after it.
    """

    number: int
    occasion_id: int
    occasion: Label
    rated_on: date
    before: int
    after: int
    games: int
    games_total: int
    score: int
    k: int
    provisional: bool
    spread: int
    published: int | None

    @property
    def change(self) -> int:
        """The points won or lost."""
        return self.after - self.before

    @property
    def was_corrected(self) -> bool:
        """Whether the list said something else when the event was first rated."""
        return self.published is not None and self.published != self.after


def pools_of_person(person_id: int) -> list[PersonPool]:
    """Every list that the person is in: the server's first, then the clubs'. Two queries."""
    person = canonical_ids([person_id]).get(person_id, person_id)
    ratings = Rating.objects.filter(person=person).select_related("pool__club").order_by("pool__rules")
    best: dict[int, int] = {}
    for pool, after in Change.objects.filter(person=person).order_by().values_list("pool", "after"):
        best[pool] = max(after, best.get(pool, after))
    rows = [
        PersonPool(
            pool=rating.pool,
            value=rating.value,
            change=rating.last_change,
            games=rating.games,
            provisional=rating.provisional,
            best=best.get(rating.pool_id, rating.value),
        )
        for rating in ratings
    ]
    return sorted(rows, key=lambda row: (row.pool.club is not None, str(row.pool.club or ""), row.pool.rules))


def history(person_id: int, pool: Pool) -> list[Event]:
    """What each event did to the person in this list, the oldest first."""
    person = canonical_ids([person_id]).get(person_id, person_id)
    changes = list(Change.objects.filter(pool=pool, person=person).select_related("occasion").order_by("number"))
    called = labels({change.occasion.key for change in changes})
    published = _published_ratings(pool, person)
    system = system_for(pool.system, pool.parameters)
    return [_event(change, called[change.occasion.key], published, system) for change in changes]


def _published_ratings(pool: Pool, person_id: int) -> dict[int, int]:
    """By event what was published first, under whichever record of the person."""
    rows = Published.objects.filter(pool=pool, person__in=record_ids(person_id)).order_by("-at", "-pk")
    return dict(rows.values_list("occasion", "value"))


def _event(change: Change, occasion: Label, published: dict[int, int], system: base.System) -> Event:
    return Event(
        number=change.number,
        occasion_id=change.occasion_id,
        occasion=occasion,
        rated_on=change.rated_on,
        before=change.before,
        after=change.after,
        games=change.games,
        games_total=change.games_total,
        score=change.score,
        k=change.k,
        provisional=system.is_provisional(change.games_total),
        spread=system.spread(change.games_total, change.k),
        published=published.get(change.occasion_id),
    )


def chart(events: list[Event], translate: Translate = str) -> SafeString:
    """The events of one list as a chart, ready for a template; "" without events."""
    if not events:
        return mark_safe("")
    points = [
        Point(event.rated_on, event.after, event.spread, event.occasion.name, event.provisional) for event in events
    ]
    return mark_safe(draw(points, start=events[0].before, translate=translate))  # noqa: S308  ratings.chart escapes what it is given
