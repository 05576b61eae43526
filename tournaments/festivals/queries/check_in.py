"""One check-in list over the sections in which one may enter players: each person once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.journal import queries as journal
from players.models import Account
from players.roles import Permission
from tournaments.core.formats import pairs_freely
from tournaments.core.queries.cached import rows_of
from tournaments.core.queries.festivals import sections_of
from tournaments.entries.queries import OPEN_STATES, CheckInRow, CheckInState, check_in_state
from tournaments.festivals.queries.festivals import where_may
from tournaments.models import CheckIn, Event, Festival


@dataclass(frozen=True, slots=True)
class SectionCheckIn:
    """A section whose players check in: for which round, or None for `state` while it is not open."""

    event: Event
    state: CheckInState | None


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person, with the places in one section or several: each with its event."""

    person: int
    name: str
    places: Sequence[tuple[Event, CheckInRow]]


@dataclass(frozen=True, slots=True)
class FestivalCheckIn:
    """The sections that check players in, and everyone who could play in a round for which it is open, by name."""

    sections: Sequence[SectionCheckIn]
    people: Sequence[PersonRow]

    @property
    def open_sections(self) -> list[SectionCheckIn]:
        return [each for each in self.sections if each.state is not None]

    @property
    def closed_sections(self) -> list[SectionCheckIn]:
        return [each for each in self.sections if each.state is None]

    @property
    def here(self) -> int:
        """How many places have their player."""
        return sum(row.at is not None for person in self.people for _event, row in person.places)

    @property
    def places(self) -> int:
        return sum(len(person.places) for person in self.people)


def festival_check_in(festival: Festival, account: Account) -> FestivalCheckIn:
    """The list for `account`. The rows of each section are read by its version; two queries, and one for each open."""
    events = [event for event in sections_of(festival, account) if _checks_in(event)]
    events = where_may(account, Permission.ENTER_PLAYERS, events)
    versions = journal.versions(event.scope for event in events)
    found = {each.event_id: each for each in CheckIn.objects.filter(event__in=events)}
    sections = [
        SectionCheckIn(event, check_in_state(rows_of(event, versions[event.scope]), found.get(event.pk)))
        for event in events
    ]
    people: dict[int, list[tuple[Event, CheckInRow]]] = {}
    for section in sections:
        for row in section.state.rows if section.state is not None else ():
            people.setdefault(row.entry.person, []).append((section.event, row))
    rows = [PersonRow(person, places[0][1].entry.name, tuple(places)) for person, places in people.items()]
    return FestivalCheckIn(sections, sorted(rows, key=lambda row: (row.name.casefold(), row.person)))


def _checks_in(event: Event) -> bool:
    return event.state in OPEN_STATES and pairs_freely(event.format)
