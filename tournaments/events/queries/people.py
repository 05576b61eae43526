"""What people play in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.safestring import SafeString

from games.collection.queries import opponents as opponents_queries
from games.collection.queries.opponents import Opponent, Score
from games.core.queries import lists
from games.core.queries.lists import GameRow
from gipf_engine.diagrams.base import Translate
from players.core.queries.memberships import clubs_of
from players.core.queries.records import record_ids
from players.models import Club, Person
from players.scope_labels import Label, labels
from ratings.lists.queries import history
from ratings.lists.queries.history import PersonPool, RatedEvent
from tournaments.core.queries.events import PUBLIC
from tournaments.models import Event, Member
from tournaments.standings.queries.standings import Place, places

MOST_GAMES = 60
MOST_EVENTS = 12
MOST_OPPONENTS = 12


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A list that the person is in: where it stands there, each event's change, and the chart.

    By the list's rating, or by another system where the person has none by that; `others` are what other systems say.
    """

    pool: PersonPool
    others: Sequence[PersonPool]
    events: Sequence[RatedEvent]
    chart: SafeString


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event that the person is entered in, with the place there, once it has started, among so many (`field`)."""

    event: Event
    place: Place | None
    field: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """All that the page of a player shows."""

    person: Person
    clubs: Sequence[Club]
    ratings: Sequence[RatingLine]
    events: Sequence[EventLine]
    events_in_all: int
    games: Sequence[GameRow]
    games_in_all: int
    opponents: Sequence[Opponent]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The games of two persons with each other, the newest first, each with its event, which is "" for one that was
    played without any; `score` is that of `one`.
    """

    one: Person
    other: Person
    score: Score
    games: Sequence[tuple[GameRow, Label]]


def head_to_head(one: Person, other: Person) -> HeadToHead:
    """What two canonical persons have played against each other."""
    met = opponents_queries.games_between(one.pk, other.pk, lists.games_of(one.pk))
    events = labels({row.parent_scope for row in met if row.parent_scope != f"game:{row.id}"})
    shown = [(row, events.get(row.parent_scope, Label(""))) for row in met]
    return HeadToHead(one, other, opponents_queries.score_of(one.pk, met), shown)


def player_page(person: Person, translate: Translate = str) -> PlayerPage:
    """The page of a canonical person, with the newest events and games.

    Places in events come from the cache while nothing happens there. The number of queries does not depend on how
    many events and games there are.
    """
    played = lists.games_of(person.pk)
    events, events_in_all = event_lines(person)
    return PlayerPage(
        person=person,
        clubs=clubs_of([person.pk]).get(person.pk, []),
        ratings=_rating_lines(person, translate),
        events=events,
        events_in_all=events_in_all,
        games=played[:MOST_GAMES],
        games_in_all=len(played),
        opponents=opponents_queries.opponents_in(person.pk, played)[:MOST_OPPONENTS],
    )


def _rating_lines(person: Person, translate: Translate) -> list[RatingLine]:
    """The lists that the person is in; a club's own only where it says something else than the server's."""
    by_list = groupby(history.pools_of_person(person.pk), key=lambda found: (found.pool.coverage, found.pool.club_id))
    lines = [_rating_line(person, *found, translate=translate) for _list, found in by_list]
    known = {_story(line) for line in lines if line.pool.pool.club is None}
    return [line for line in lines if line.pool.pool.club is None or _story(line) not in known]


def _story(line: RatingLine) -> tuple[object, ...]:
    """What a reader is told of a list: the rating after each event, and what the other systems say."""
    events = tuple((each.parent_scope_id, each.after) for each in line.events)
    return line.pool.pool.coverage.key, events, tuple((each.pool.system, each.value) for each in line.others)


def _rating_line(person: Person, first: PersonPool, *others: PersonPool, translate: Translate) -> RatingLine:
    events = history.history(person.pk, first.pool)
    return RatingLine(first, others, events[::-1], history.chart(events, translate))


def event_lines(person: Person) -> tuple[list[EventLine], int]:
    """The newest public events of a person, the latest first, each with the person's place; and how many there are."""
    entered = Member.objects.filter(person__in=record_ids(person.pk), event__state__in=PUBLIC)
    newest = entered.order_by("-event__starts_on", "-event")
    members = list(newest.select_related("event__club")[:MOST_EVENTS])
    tables = places([member.event for member in members if member.event.state != Event.State.OPEN])
    lines = [_event_line(member, tables.get(member.event_id, {})) for member in members]
    return lines, entered.count() if len(members) == MOST_EVENTS else len(members)


def _event_line(member: Member, table: Mapping[int, Place]) -> EventLine:
    return EventLine(member.event, table.get(member.entry_id), sum(place.rank is not None for place in table.values()))
