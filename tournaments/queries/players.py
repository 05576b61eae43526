"""The players of an event, and the card of one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from players.names import normalize_name
from players.queries import Choice, clubs_of
from ratings import queries as ratings
from tournaments.domain.loader import EntryRow, EventData
from tournaments.models import Event
from tournaments.rating_source import STAYS


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """An entry on the list. `rating` is what seeding used or, before the start, the current one."""

    entry: EntryRow
    rating: int | None
    clubs: tuple[str, ...]
    byes: tuple[tuple[int, str], ...]


def player_rows(rows: EventData) -> list[PlayerRow]:
    """Everybody who is entered: by number, before the start by name. Two queries."""
    event = rows.event
    people = [entry.person for entry in rows.entries]
    started = event.state in (Event.State.RUNNING, Event.State.CLOSED)
    known: Mapping[int, int] = {} if started else ratings.get_seed_ratings(event.rules, event.club_id, people)
    clubs = clubs_of(people)
    byes: dict[int, list[tuple[int, str]]] = {}
    for (entry, number), kind in sorted(rows.byes.items()):
        byes.setdefault(entry, []).append((number, kind))
    return [
        PlayerRow(
            entry,
            entry.rating if started or entry.rating_source in STAYS else known.get(entry.person),
            tuple(club.name for club in clubs.get(entry.person, [])),
            tuple(byes.get(entry.id, ())),
        )
        for entry in sorted(rows.entries, key=lambda each: (each.number or 0, normalize_name(each.name), each.id))
    ]


def with_ratings(event: Event, found: list[Choice]) -> list[Choice]:
    """A pick-list with the ratings that the event would seed by. One query."""
    known = ratings.get_seed_ratings(event.rules, event.club_id, [choice.id for choice in found]) if found else {}
    return [replace(choice, rating=known.get(choice.id)) for choice in found]
