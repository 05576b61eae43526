"""What the pages of a festival show of it: its sections with state, round and leader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from common.journal import queries as journal
from gipf_engine.messages import Message
from players.models import Account
from players.permissions import may, scopes_where
from players.roles import Permission
from tournaments.core.queries.events import BADGES, Reader, state_of
from tournaments.core.queries.festivals import sections_of
from tournaments.core.questions import Lead, lead_of
from tournaments.events.queries.events import EventCard, event_cards
from tournaments.models import Event, Festival


@dataclass(frozen=True, slots=True)
class Section:
    """An event of a festival as its page shows it; `lead` is None before the start."""

    card: EventCard
    version: int
    state: Message
    badge: str
    lead: Lead | None

    @property
    def event(self) -> Event:
        return self.card.event


@dataclass(frozen=True, slots=True)
class FestivalPage:
    """A festival with the sections that the reader may see. `runs`: the reader may act in one of them.

    `versions` are those of the sections' scopes, which the page follows; `prints_links`: it may print players' links.
    """

    festival: Festival
    version: int
    sections: Sequence[Section]
    may_edit: bool
    runs: bool
    enters: bool
    prints_links: bool

    @property
    def versions(self) -> Mapping[str, int]:
        return {section.event.scope: section.version for section in self.sections}


def festival_page(festival: Festival, reader: Reader) -> FestivalPage:
    """The festival for this reader. Where sections changed since they were asked for, their leads are made again."""
    events = sections_of(festival, reader)
    versions = journal.versions([festival.scope, *(event.scope for event in events)])
    sections = [_section(card, versions.get(card.event.scope, 0)) for card in event_cards(events)]
    return FestivalPage(
        festival,
        versions.get(festival.scope, 0),
        sections,
        may_edit=may(reader, Permission.EDIT_EVENT, festival.scope),
        runs=bool(where_may(reader, Permission.RUN_ROUNDS, events)),
        enters=bool(where_may(reader, Permission.ENTER_PLAYERS, events)),
        prints_links=may(reader, Permission.DECIDE_RESULT, festival.scope),
    )


def _section(card: EventCard, version: int) -> Section:
    event = card.event
    return Section(card, version, state_of(event), BADGES.get(event.state, ""), lead_of(event, version))


def where_may(reader: Reader, permission: Permission, events: Sequence[Event]) -> list[Event]:
    """Those of the events in which `reader` may do `permission`, in their order. Two queries."""
    if not isinstance(reader, Account):
        return []
    keys = scopes_where(reader, permission, [event.scope for event in events])
    return [event for event in events if event.scope in keys]


def events_to_add(festival: Festival) -> list[Event]:
    """The events of the club that are no section of any festival yet, the latest first; closed ones come last."""
    free = Event.objects.filter(club=festival.club_id, festival_section=None)
    return sorted(free, key=lambda event: event.state == Event.State.CLOSED)
