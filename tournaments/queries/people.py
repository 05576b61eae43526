"""A player's page: lists and charts, events with places, games. Data for one canonical person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games import queries as games
from games.boards.api import Say
from games.queries import GameRow
from journal.models import Scope
from players.models import Club, Person
from players.queries import clubs_of, record_ids
from ratings import queries as ratings
from ratings.queries import Event as RatedEvent
from ratings.queries import PersonPool
from tournaments.models import Event, Member
from tournaments.queries.seeing import PUBLIC
from tournaments.queries.standings import StandingRow, standings

MOST_GAMES = 60


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A list that the person is in: where it stands there, each event's change, and the chart."""

    pool: PersonPool
    events: Sequence[RatedEvent]
    chart: SafeString


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event that the person is entered in, with the place there once it has started."""

    event: Event
    row: StandingRow | None
    field: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """All that the page of a player shows."""

    person: Person
    clubs: Sequence[Club]
    ratings: Sequence[RatingLine]
    events: Sequence[EventLine]
    games: Sequence[GameRow]
    games_in_all: int


def player_page(person: Person, say: Say = str) -> PlayerPage:
    """The page of a canonical person. Standings of the events come from the cache while nothing happens in them."""
    played = games.games_of(person.pk)
    return PlayerPage(
        person=person,
        clubs=clubs_of([person.pk]).get(person.pk, []),
        ratings=_rating_lines(person, say),
        events=event_lines(person),
        games=played[:MOST_GAMES],
        games_in_all=len(played),
    )


def _rating_lines(person: Person, say: Say) -> list[RatingLine]:
    """The lists that the person is in; a club's own only where it says something else than the server's."""
    lines = [_rating_line(person, pool, say) for pool in ratings.pools_of_person(person.pk)]
    told = {_story(line) for line in lines if line.pool.pool.club is None}
    return [line for line in lines if line.pool.pool.club is None or _story(line) not in told]


def _story(line: RatingLine) -> tuple[str, tuple[tuple[int, int], ...]]:
    return line.pool.pool.rules, tuple((each.occasion_id, each.after) for each in line.events)


def _rating_line(person: Person, pool: PersonPool, say: Say) -> RatingLine:
    events = ratings.history(person.pk, pool.pool)
    return RatingLine(pool, events[::-1], ratings.chart(events, say))


def event_lines(person: Person) -> list[EventLine]:
    """The public events of a person, the latest first, each with the person's line of its standings."""
    entered = Member.objects.filter(person__in=record_ids(person.pk), event__state__in=PUBLIC)
    members = {member.event_id: member for member in entered.select_related("event__club", "entry")}
    events = sorted((member.event for member in members.values()), key=lambda each: (each.starts_on, each.pk))[::-1]
    versions = dict(Scope.objects.filter(key__in=[event.scope for event in events]).values_list("key", "version"))
    return [_event_line(event, members[event.pk].entry_id, versions.get(event.scope, 0)) for event in events]


def _event_line(event: Event, entry_id: int, version: int) -> EventLine:
    if event.state == Event.State.OPEN:
        return EventLine(event, None, 0)
    table = standings(event, version)
    row = next((row for row in table.rows if row.entry.id == entry_id), None)
    return EventLine(event, row, sum(row.rank is not None for row in table.rows))
