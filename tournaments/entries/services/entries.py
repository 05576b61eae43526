"""Entering players: one, many, from a list, oneself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.plain_lines import name_in
from gipf_engine.tournament.categories import birth_year_of
from players.core.queries.records import belongs_to, canonical_id, record_ids
from players.guardians.services import require_consent_of_person
from players.models import Account, Membership, Person
from players.names import name_key
from players.people.services.people import add_people, add_person, lock_person, lock_persons
from ratings.lists.queries import seeding
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.formats import is_by_clock, is_for_teams, pairs_freely, rounds_of, splits
from tournaments.core.groups import smallest_group
from tournaments.core.loader import EventData
from tournaments.core.medleys import list_key
from tournaments.core.schemas import MOST_AT_ONCE, MOST_ENTRIES
from tournaments.core.services.base import EventCommand, State, event_act, need_state, prepared_act
from tournaments.entries.acts import EnterMany, EnterMyself, EnterPerson
from tournaments.entries.numbering import find_start
from tournaments.entries.services.numbering import number_late, source_of
from tournaments.entries.services.persons import confirm_namesakes
from tournaments.entries.services.questions import Answers, store_answers
from tournaments.entries.services.waiting_list import is_full, wait_for_place, waiting_rows
from tournaments.models import Entry, Event, Member, Round, WaitingPlayer
from tournaments.rating_columns import RatingSource

# --- who plays: entering, or waiting for a place ----------------------------------------------------------


def enter_person(
    event_id: int,
    actor: Account,
    *,
    person_id: int | None = None,
    name: str = "",
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> Entry:
    """Enter a person, or, where `person_id` is None, a new member of the club called `name`.

    That a new person is called as a player or a member is, is confirmed by the keys in `confirm`. Raises NotAllowed,
    ConfirmationNeeded, EventRefused (entered already, too late), Refused (not a name) and Person.DoesNotExist.
    """
    with event_act(event_id, actor, EnterPerson, expect=expect) as doing:
        if person_id is not None:
            person = lock_person(person_id)
        else:
            confirm_namesakes(doing.event, name, confirm)
            person = add_person(club=doing.event.club, name=name)
            doing.note(made=[person.pk])
        (entry,) = enter_persons(doing, [person])
        doing.note(entry=entry.pk, person=person.pk)
    return entry


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One name of a list that was typed in, and what it came to: an entry, made for a new person or a known one."""

    name: str
    entry: Entry
    is_new: bool


def enter_many(event_id: int, actor: Account, names: Sequence[str], *, expect: int | None = None) -> list[EntryLine]:
    """Enter a list of names at once: members of the club by their names, new people for the others. All or none.

    Raises EventRefused with one blocker for each name that fits two members, stands there twice or is entered already.
    """
    wanted = [name.strip() for name in names if name.strip()]
    if len(wanted) > MOST_AT_ONCE:
        raise EventRefused(Message(_("At most %(most)d names at once."), {"most": MOST_AT_ONCE}), field="names")

    def prepare(rows: EventData) -> list[tuple[str, int | None]]:
        known = _members_by_name(rows.event)
        _check_names(rows, wanted, known)
        return [(name, next(iter(known.get(name_key(name), ())), None)) for name in wanted]

    act = prepared_act(event_id, actor, EnterMany, prepare, expect=expect)
    with act as (doing, _rows, people):
        lines = _enter_lines(doing, people)
        new = Member.objects.filter(entry__in=[line.entry for line in lines if line.is_new])
        doing.note(entries=[line.entry.pk for line in lines], made=list(new.values_list("person", flat=True)))
    return lines


def _members_by_name(event: Event) -> dict[str, set[int]]:
    """The club's members of today, by their names without the order of the words."""
    members = Membership.objects.filter(club=event.club, until__isnull=True, person__erased_at__isnull=True)
    found: dict[str, set[int]] = {}
    for membership in members.select_related("person__merged_into"):
        person = membership.person.merged_into or membership.person
        found.setdefault(name_key(person.name), set()).add(person.pk)
    return found


def _check_names(rows: EventData, names: Sequence[str], known: dict[str, set[int]]) -> None:
    entered = {people for row in rows.entries for people in row.people}
    called = {name_key(row.name) for row in rows.entries}
    seen: set[str] = set()
    blockers: list[Message] = []
    for name in names:
        key = name_key(name)
        people = known.get(key, set())
        if key in seen:
            blockers.append(Message(_("%(name)s is listed twice"), {"name": name}))
        elif len(people) > 1:
            blockers.append(Message(_("the club has more than one %(name)s: enter this one alone"), {"name": name}))
        elif people & entered or (key in called and not people):
            blockers.append(Message(_("%(name)s is registered already"), {"name": name}))
        elif not people and (alone := name_in(name)) != name:
            params = {"line": name, "name": alone}
            blockers.append(Message(_("“%(line)s” is more than a name: enter only “%(name)s”"), params))
        seen.add(key)
    if blockers:
        raise EventRefused(
            Message(_("No players were registered: %(reasons)s."), {"reasons": blockers}), blockers, field="names"
        )


def _enter_lines(doing: EventCommand, people: Sequence[tuple[str, int | None]]) -> list[EntryLine]:
    """Enter the members whose ids stand beside their names, and new people for the other names."""
    locked = lock_persons([person for _name, person in people if person is not None])
    new = iter(add_people(club=doing.event.club, people=[(name, "") for name, person in people if person is None]))
    persons = [locked[person] if person is not None else next(new) for _name, person in people]
    entries = enter_persons(doing, persons)
    return [EntryLine(name, entry, person is None) for (name, person), entry in zip(people, entries, strict=True)]


def enter_in_turn(event_id: int, actor: Account, person_id: int) -> Entry | WaitingPlayer:
    """Enter a person who asked for it, or put them on the waiting list where the event is full.

    Raises as `enter_person` does.
    """
    with event_act(event_id, actor, EnterPerson) as doing:
        return _enter_or_wait(doing, lock_person(person_id))


def enter_myself(event_id: int, account: Account, *, answers: Answers | None = None) -> Entry | WaitingPlayer:
    """Enter the account's own person in an event that is open for it, or on the waiting list where it is full.

    `answers` are those to the questions of the registration form. Raises EventRefused, also where one is missing.
    """
    if account.person_id is None:
        raise EventRefused(Message(_("Your account is not linked to a player yet: ask your organiser to link it.")))
    with event_act(event_id, account, EnterMyself) as doing:
        event = doing.event
        if event.state != State.OPEN or not event.self_entry:
            raise EventRefused(Message(_("Only organisers can register players for this event: ask one of them.")))
        person = lock_person(account.person_id)
        require_guardian(event, person)
        store_answers(event, person, answers or {})
        return _enter_or_wait(doing, person)


def require_guardian(event: Event, person: Person) -> None:
    """Refused where a person known to be a minor registers by themselves without a guardian's consent."""
    if event.club.asks_guardians:
        require_consent_of_person(event.club, person, _birth_years(person))


def _birth_years(person: Person) -> set[int]:
    """What entries say of when a person was born."""
    entered = Entry.objects.filter(members__person__in=record_ids(person.pk), details__has_key="birth")
    years = map(birth_year_of, entered.values_list("details__birth", flat=True))
    return {year for year in years if year is not None}


def _enter_or_wait(doing: EventCommand, person: Person) -> Entry | WaitingPlayer:
    """The entry of a person who is locked, or the place on the waiting list."""
    need_state(doing.event, State.DRAFT, State.OPEN, State.RUNNING)
    if is_full(doing.event):
        _refuse_entered(doing.event, [person])
        waiting = wait_for_place(doing.event, person)
        doing.note(waiting=waiting.pk, person=person.pk)
        return waiting
    (entry,) = enter_persons(doing, [person])
    doing.note(entry=entry.pk, person=person.pk)
    return entry


def enter_persons(doing: EventCommand, persons: Sequence[Person]) -> list[Entry]:
    """The entries of persons who are locked, in their order, inside the caller's act. A few queries for all of them.

    No one is asked whether there is room; who was on the waiting list is off it.
    """
    event = doing.event
    need_state(event, State.DRAFT, State.OPEN, State.RUNNING)
    _refuse_entered(event, persons)
    there = list(Entry.objects.filter(event=event).values_list("number", "group", "lot_key"))
    if len(there) + len(persons) > MOST_ENTRIES:
        raise EventRefused(Message(_("An event can have up to %(most)d players."), {"most": MOST_ENTRIES}))
    is_late = event.state == State.RUNNING
    late = _late_entry(event, there, persons) if is_late else [{}] * len(persons)
    now, lot_keys = timezone.now(), count(1 + max((key or 0 for *_others, key in there), default=0))
    entries = Entry.objects.bulk_create(
        Entry(event=event, entered_at=now, lot_key=next(lot_keys), **each) for each in late
    )
    Member.objects.bulk_create(
        Member(entry=entry, event=event, person=person) for entry, person in zip(entries, persons, strict=True)
    )
    if is_late:
        number_late(doing, entries)
    waiting_rows(event, [person.pk for person in persons]).delete()
    return entries


def _refuse_entered(event: Event, persons: Sequence[Person]) -> None:
    """EventRefused where one of these, who stand for themselves, plays already, by whichever record.

    And where one is a house player of a club: those play the games that members start with them, and no event.
    """
    for person in persons:
        if person.program_level is not None:
            raise EventRefused(
                Message(_("%(name)s is a house player, which plays in no event."), {"name": person.name})
            )
    ids = [person.pk for person in persons]
    entered = Member.objects.filter(belongs_to(ids), event=event)
    there = set(entered.values_list(canonical_id("person"), flat=True))
    for person in persons:
        if person.pk in there:
            raise EventRefused(Message(_("%(name)s is registered already."), {"name": person.name}), field="person")


def _late_entry(
    event: Event, there: Sequence[tuple[int | None, ...]], persons: Sequence[Person]
) -> list[dict[str, Any]]:
    """Ratings and groups of those who enter after the start; `there` has number, group and lot of all."""
    groups = [group for _number, group, _key in there]
    _refuse_too_late(event, groups)
    day, found = find_start(event).list_day, []
    ids = [person.pk for person in persons]
    known = seeding.seed_ratings_on(list_key(event), event.club_id, ids, day, without=event.scope)
    for person in persons:
        group = smallest_group(event, groups) if splits(event.format) else None
        groups.append(group)
        listed = known.get(person.pk)
        rating = {"rating": listed.value, "rating_list_id": listed.rating_list} if listed else {"rating": None}
        found.append({**rating, "rating_source": source_of(listed), "rating_day": day, "group": group})
    return found


def _refuse_too_late(event: Event, groups: Sequence[int | None]) -> None:
    """EventRefused where no one can come any more. In an arena the one who comes late has missed nothing.

    Reserves of teams come whenever their team needs them.
    """
    if is_by_clock(event.format) or is_for_teams(event.format):
        return
    paired = Round.objects.filter(event=event).count()
    if not pairs_freely(event.format) and paired:
        raise EventRefused(Message(_("With fixed pairings, players cannot be registered once round 1 is paired.")))
    if paired >= rounds_of(event, groups):
        raise EventRefused(Message(_("All rounds are paired: no more players can be registered.")))


# --- entering the players of a list from a file, after an organiser has looked at it ----------------------


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """Who is to be entered: a person, or a new member called `name` where `person` is None."""

    name: str
    person: int | None = None
    country: str = ""
    rating: int | None = None
    details: dict[str, str] = field(default_factory=dict, hash=False)


def enter_listed(
    event_id: int, actor: Account, players: Sequence[ListedEntry], *, expect: int | None = None
) -> list[Entry]:
    """Enter the players of a list with the ratings that it has: all of them or none.

    Raises NotAllowed, Stale, EventRefused (no one, one person twice, entered already, too many), Refused and
    Person.DoesNotExist.
    """
    if not players:
        raise EventRefused(Message(_("This list has no players to register.")))
    if len(players) > MOST_ENTRIES:
        raise EventRefused(Message(_("An event can have up to %(most)d players."), {"most": MOST_ENTRIES}))

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
            if name_key(each.name) in called:  # another person of that name is registered alone
                blockers.append(Message(_("%(name)s is registered already"), {"name": each.name}))
            continue
        if each.person in entered:
            blockers.append(Message(_("%(name)s is registered already"), {"name": each.name}))
        elif each.person in seen:
            blockers.append(Message(_("%(name)s is chosen for two lines"), {"name": each.name}))
        seen.add(each.person)
    if blockers:
        raise EventRefused(Message(_("No players were registered: %(reasons)s."), {"reasons": blockers}), blockers)
