"""The players of an event, and the card of one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from players.core.queries.memberships import clubs_of
from players.names import normalize_name
from players.people.queries.search import Choice
from ratings.lists.queries import dated_lists, seeding
from ratings.lists.queries.seeding import SeedRating
from ratings.models import RatingList
from tournaments.core.dates import today
from tournaments.core.loader import EntryRow, EventData
from tournaments.entries.numbering import list_day
from tournaments.models import Event
from tournaments.rating_source import STAYS


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """An entry on the list. `rating` is what seeding used or, before the start, what it would use.

    `rating_list` is the published list that says so, None where none does.
    """

    entry: EntryRow
    rating: int | None
    rating_list: RatingList | None
    clubs: tuple[str, ...]
    byes: tuple[tuple[int, str], ...]


def player_rows(rows: EventData) -> list[PlayerRow]:
    """Everybody who is entered: by number, before the start by name. Nine queries at most."""
    event = rows.event
    people = [entry.person for entry in rows.entries]
    started = event.state in (Event.State.RUNNING, Event.State.CLOSED)
    known = {} if started else _seed_ratings(event, people)
    clubs = clubs_of(people)
    byes: dict[int, list[tuple[int, str]]] = {}
    for (entry, number), kind in sorted(rows.byes.items()):
        byes.setdefault(entry, []).append((number, kind))
    rated = {entry.id: _rating_of(entry, known.get(entry.person), started=started) for entry in rows.entries}
    lists = dated_lists.lists_with_ids(listed for _rating, listed in rated.values() if listed is not None)
    return [
        PlayerRow(
            entry,
            rated[entry.id][0],
            lists.get(rated[entry.id][1] or 0),
            tuple(club.name for club in clubs.get(entry.person, [])),
            tuple(byes.get(entry.id, ())),
        )
        for entry in sorted(rows.entries, key=lambda each: (each.number or 0, normalize_name(each.name), each.id))
    ]


def lists_used(found: Sequence[PlayerRow]) -> list[tuple[RatingList, int]]:
    """The published lists that the ratings of these entries are from, each with how many of them."""
    lists = {row.rating_list.pk: row.rating_list for row in found if row.rating_list is not None}
    counted = Counter(row.rating_list.pk for row in found if row.rating_list is not None)
    return [(lists[pk], number) for pk, number in counted.most_common()]


def _seed_ratings(event: Event, people: Sequence[int]) -> Mapping[int, SeedRating]:
    """What the event would seed by if it started today."""
    return seeding.get_seed_ratings(event.rules, event.club_id, people, list_day(event, today(event)))


def _rating_of(entry: EntryRow, listed: SeedRating | None, *, started: bool) -> tuple[int | None, int | None]:
    """The rating of an entry, and the published list (id) that it is from."""
    if started or entry.rating_source in STAYS:
        return entry.rating, entry.rating_list
    return (None, None) if listed is None else (listed.value, listed.rating_list)


def with_ratings(event: Event, found: list[Choice]) -> list[Choice]:
    """A pick-list with the ratings that the event would seed by. Six queries at most."""
    known = _seed_ratings(event, [choice.id for choice in found]) if found else {}
    return [replace(choice, rating=known[choice.id].value if choice.id in known else None) for choice in found]


def entered_in(rows: EventData) -> frozenset[int]:
    """The persons who play in an event, by all records of them."""
    return frozenset(person for entry in rows.entries for person in entry.people)
