"""The rounds that a player waits for: events that they are entered in, and what comes next in each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, OuterRef, Subquery

from players.models import Account
from tournaments.core.queries.events import Reader
from tournaments.events.queries.own_tasks import own_tasks
from tournaments.models import CheckIn, Event, Member

MOST = 6


@dataclass(frozen=True, slots=True)
class ComingRound:
    """The next round of an event for one player. `may_check_in`: check-in for it is open, and the player is not in."""

    event: Event
    round: int
    may_check_in: bool
    is_checked_in: bool

    @property
    def has_started(self) -> bool:
        """Whether the event is running."""
        return self.event.state == Event.State.RUNNING


def own_day(reader: Reader) -> dict[str, Any]:
    """What home pages show the reader first: `tasks` to be done, and what is `coming`."""
    tasks = own_tasks(reader)
    return {"tasks": tasks, "coming": coming_rounds(reader, {own.event.pk for own in tasks.games})}


def coming_rounds(reader: Reader, playing: Collection[int] = ()) -> list[ComingRound]:
    """What `reader` plays next, by day, without the events (ids) where a game of theirs is open. Two queries."""
    if not isinstance(reader, Account) or reader.person_id is None:
        return []
    return list(_coming(reader.person_id, playing))[:MOST]


def _coming(person: int, playing: Collection[int]) -> Iterator[ComingRound]:
    entered = Member.objects.filter(
        person=person, event__state__in=(Event.State.OPEN, Event.State.RUNNING), entry__withdrawn_after=None
    ).exclude(event__in=playing)
    open_check_in = CheckIn.objects.filter(event=OuterRef("event")).values("round_number")[:1]
    rows = entered.annotate(
        paired=Count("event__rounds", distinct=True),
        check_in=Subquery(open_check_in),
        here=Count("entry__arrivals", distinct=True),
    ).order_by("event__starts_on", F("event").asc())
    found = list(rows)
    events = Event.objects.in_bulk([member.event_id for member in found])
    for member in found:
        event, number = events[member.event_id], member.paired + 1
        if event.rounds_planned and number > event.rounds_planned:
            continue
        asked = member.check_in == number
        yield ComingRound(event, number, asked and not member.here, asked and bool(member.here))
