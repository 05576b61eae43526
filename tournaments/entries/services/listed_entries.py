"""Entering the players of a list from a file, after an organiser has looked at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.names import name_key
from players.people.services.people import add_people, lock_persons
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.limits import MOST_ENTRIES
from tournaments.core.loader import EventData
from tournaments.core.services.base import prepared_act
from tournaments.entries.acts import EnterMany
from tournaments.entries.services.entries import enter_persons
from tournaments.models import Entry
from tournaments.rating_source import RatingSource


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """Somebody to be entered: a person, or a new member called `name` where `person` is None."""

    name: str
    person: int | None = None
    country: str = ""
    rating: int | None = None
    details: dict[str, str] = field(default_factory=dict, hash=False)


def enter_listed(
    event_id: int, actor: Account, players: Sequence[ListedEntry], *, expect: int | None = None
) -> list[Entry]:
    """Enter the players of a list with the ratings that it has: all of them or none.

    Raises NotAllowed, Stale, EventRefused (nobody, one person twice, entered already, too many), Refused and
    Person.DoesNotExist.
    """
    if not players:
        raise EventRefused(Message(_("There is nobody to register in this list.")))
    if len(players) > MOST_ENTRIES:
        raise EventRefused(Message(_("An event has room for %(most)d players."), {"most": MOST_ENTRIES}))

    def prepare(rows: EventData) -> None:
        _refuse_known(rows, players)

    act = prepared_act(event_id, actor, EnterMany, prepare, expect=expect)
    with act as (doing, _rows, _nothing):
        known = {each.person for each in players if each.person is not None}
        locked = lock_persons(sorted(known))
        new = [(each.name, each.country) for each in players if each.person is None]
        made = add_people(club=doing.event.club, people=new)
        coming = iter(made)
        persons = [locked[each.person] if each.person is not None else next(coming) for each in players]
        entries = enter_persons(doing, persons)
        day = today(doing.event)
        for entry, each in zip(entries, players, strict=True):
            entry.details = each.details
            if each.rating is not None:
                entry.rating, entry.rating_source, entry.rating_day = each.rating, RatingSource.FILE, day
        Entry.objects.bulk_update(entries, ["details", "rating", "rating_source", "rating_day"], batch_size=200)
        doing.note(entries=[entry.pk for entry in entries], made=[person.pk for person in made])
    return entries


def _refuse_known(rows: EventData, players: Sequence[ListedEntry]) -> None:
    """Refuse persons who are registered, and one who was chosen for two lines."""
    entered = {people for row in rows.entries for people in row.people}
    called = {name_key(row.name) for row in rows.entries}
    seen: set[int] = set()
    blockers = []
    for each in players:
        if each.person is None:
            if name_key(each.name) in called:  # somebody else of that name is registered alone
                blockers.append(Message(_("%(name)s is registered already"), {"name": each.name}))
            continue
        if each.person in entered:
            blockers.append(Message(_("%(name)s is registered already"), {"name": each.name}))
        elif each.person in seen:
            blockers.append(Message(_("%(name)s was chosen for two lines"), {"name": each.name}))
        seen.add(each.person)
    if blockers:
        raise EventRefused(Message(_("Nobody was registered yet: %(reasons)s."), {"reasons": blockers}), blockers)
