"""Who plays in an event, as rows ready to print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from statistics import fmean

from django.urls import reverse

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.queries.memberships import clubs_of
from players.core.queries.records import record_ids
from players.guardians.services import waits_for_guardian
from players.identity import person_of
from players.models import Account, Club, JoinRequest, Membership, Person
from players.names import normalize_name
from players.people.queries.search import Choice, choices, namesakes
from players.scope_labels import labels
from ratings.lists.queries import dated_lists, seeding
from ratings.lists.queries.seeding import SeedRating
from ratings.models import RatingList
from tournaments.core.dates import today
from tournaments.core.formats import is_for_teams
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.medleys import list_key
from tournaments.entries.entry_links import entry_of_token, is_token_of, make_entry_token
from tournaments.entries.numbering import (
    find_start,
    list_day,
    listed_ratings,
    next_numbers,
    seeds_of_teams,
    why_fixed,
)
from tournaments.models import Arrival, CheckIn, Entry, Event, Round
from tournaments.rating_columns import STAYS

# --- who has checked in for the next round, and who has not -----------------------------------------------


NOT_OPEN = Message(_("Check-in is not open."))
OPEN_STATES = (Event.State.OPEN, Event.State.RUNNING)


@dataclass(frozen=True, slots=True)
class CheckInRow:
    """A player who could play in the round: when he checked in (None: not yet), and his bye there ("": none)."""

    entry: EntryRow
    at: datetime | None
    bye: str

    @property
    def is_absent(self) -> bool:
        return self.at is None and not self.bye


@dataclass(frozen=True, slots=True)
class CheckInState:
    """The check-in of the round that is paired next: its players by name."""

    round: int
    rows: tuple[CheckInRow, ...]

    @property
    def absent(self) -> tuple[CheckInRow, ...]:
        """Who is neither there nor has a bye."""
        return tuple(row for row in self.rows if row.is_absent)

    @property
    def here(self) -> int:
        return sum(row.at is not None for row in self.rows)


def check_in_state(rows: EventData, check_in: CheckIn | None) -> CheckInState | None:
    """The state of `check_in`, None where it is none or not for the round that comes. One query."""
    if check_in is None or check_in.round_number != len(rows.rounds) + 1 or rows.event.state not in OPEN_STATES:
        return None
    arrivals: Mapping[int, datetime] = dict(check_in.arrivals.values_list("entry", "at"))
    number = check_in.round_number
    found = [
        CheckInRow(entry, arrivals.get(entry.id), rows.byes.get((entry.id, number), ""))
        for entry in rows.entries
        if not entry.withdrawn
    ]
    return CheckInState(number, tuple(sorted(found, key=lambda row: row.entry.name.casefold())))


@dataclass(frozen=True, slots=True)
class OwnCheckIn:
    """One player's check-in: for which round (None: it is not open), and whether he has checked in."""

    round: int | None
    is_here: bool = False


def own_check_in(event: Event, entry_id: int) -> OwnCheckIn:
    """Whether an entry can check in now, and has. Three queries at most."""
    coming = Round.objects.filter(event=event).count() + 1
    found = CheckIn.objects.filter(event=event, round_number=coming).first()
    if found is None or event.state not in OPEN_STATES:
        return OwnCheckIn(None)
    return OwnCheckIn(found.round_number, Arrival.objects.filter(check_in=found, entry=entry_id).exists())


def missed_rounds(rows: EventData, entry_id: int) -> tuple[int, ...]:
    """The rounds that were paired before an entry came, as long as it has not been paired; else none."""
    seated = any(entry_id in pairing.entries for round_ in rows.rounds for pairing in round_.pairings)
    return () if seated else tuple(round_.number for round_ in rows.rounds)


def entry_of_link(token: str) -> Entry:
    """The entry whose card has this link. Entry.DoesNotExist for a link that the server did not make."""
    named = Entry.objects.filter(pk=entry_of_token(token) or 0).select_related("event__club")
    for entry in named.prefetch_related("members__person__merged_into"):
        if is_token_of(token, entry.pk, entry.members.all()[0].person_id) and not entry.event.staged:
            return entry
    raise Entry.DoesNotExist


def entry_tokens(event: Event) -> list[tuple[int, str]]:
    """Each entry (id) that plays, with the token of its link. One query."""
    members = Entry.objects.filter(event=event, withdrawn_after=None, members__board=1)
    return [(entry, make_entry_token(entry, person)) for entry, person in members.values_list("pk", "members__person")]


# --- who asks to join a club, and where invitations of it lead --------------------------------------------


@dataclass(frozen=True, slots=True)
class RequestRow:
    """An open request: what it asks for ("": the club alone), and members of that name who have no account."""

    id: int
    name: str
    email: str
    made_at: datetime
    expires_at: datetime
    event: str
    event_id: int | None
    namesakes: tuple[Choice, ...]
    taken: tuple[Choice, ...] = ()
    """Members who are called just so and have an account."""
    person_id: int | None = None
    """Who asks, where they have an account: no one has to say who it is."""
    waits_for_guardian: bool = False


def open_requests(club: Club) -> Iterator[RequestRow]:
    """The open requests of a club, the oldest first. Two queries, and some for each of them: they are few."""
    rows = list(JoinRequest.objects.filter(club=club, account=None).select_related("scope", "person__merged_into"))
    events = labels({row.scope.key for row in rows})
    waiting = {row.pk for row in rows if waits_for_guardian(row)}
    for row in rows:
        event = events[row.scope.key].name if row.scope.key != club.scope else ""
        number = int(row.scope.key.removeprefix("event:")) if event else None
        if row.person is not None:
            yield _of_account(row, row.person.merged_into or row.person, row.pk in waiting)
            continue
        known = {choice.id: choice for choice in choices(row.name, club=club) if choice.is_member}
        called = {choice.id: choice for choice in namesakes(row.name, club=club)}
        free = tuple(each for each in (called | known).values() if not _has_account(each))
        taken = tuple(each for each in called.values() if _has_account(each))
        yield RequestRow(
            row.pk,
            row.name,
            row.email,
            row.made_at,
            row.expires_at,
            event,
            number,
            free,
            taken,
            None,
            row.pk in waiting,
        )


def _of_account(row: JoinRequest, person: Person, waits: bool) -> RequestRow:
    return RequestRow(row.pk, person.name, "", row.made_at, row.expires_at, "", None, (), (), person.pk, waits)


def _has_account(choice: Choice) -> bool:
    return Account.objects.filter(person__in=record_ids(choice.id)).exists()


def events_to_enter(club: Club) -> list[Event]:
    """The events of a club that players can enter by themselves, the next first."""
    return list(Event.objects.filter(club=club, state=Event.State.OPEN, self_entry=True).order_by("starts_on", "pk"))


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where a person without an account asks to join a club or (with its id) to enter an event: a path to be shared."""

    name: str
    path: str
    event_id: int | None = None


def invitations(club: Club) -> list[Invitation]:
    """The club's own, then those of its events that players can enter by themselves; none while it is closed."""
    if not club.takes_requests:
        return []
    events = [
        Invitation(event.name, reverse("event-ask", args=[event.pk]), event.pk) for event in events_to_enter(club)
    ]
    return [Invitation(club.name, reverse("club-join", args=[club.slug])), *events]


def own_state(account: Account, club: Club) -> str:
    """What an account is to a club that it may ask to join: "member", "asked", "no one" (no player), or "" for none."""
    person = person_of(account)
    if person is None:
        return "nobody"
    if Membership.objects.filter(person__in=record_ids(person.pk), club=club, until=None).exists():
        return "member"
    return "asked" if JoinRequest.objects.filter(club=club, person=person).exists() else ""


def waiting_for(club: Club) -> int:
    """How many ask to join a club."""
    return JoinRequest.objects.filter(club=club, account=None).count()


# --- ratings that an event uses beside those of the lists -------------------------------------------------
# And the pairing numbers that they would give.


@dataclass(frozen=True, slots=True)
class NumberRow:
    """An entry with the rating that the list has for it now (None: none), and the number that ratings would give it."""

    entry: EntryRow
    listed: int | None
    next_number: int | None

    @property
    def differs(self) -> bool:
        """Whether the event uses another rating than the list has."""
        return self.entry.rating != self.listed


@dataclass(frozen=True, slots=True)
class Move:
    """A player or a team that would get another number; the `rating` of a team is that of its best players."""

    name: str
    rating: int | None
    number: int | None
    next_number: int


@dataclass(frozen=True, slots=True)
class Numbering:
    """The ratings and numbers of an event. `list_day`: of which day the list is; `fixed`: why numbers cannot move.

    `moving` are the players, or teams, that would get another number, in the order of these; none where none can.
    """

    rows: Sequence[NumberRow]
    list_day: date
    fixed: Message | None
    moving: Sequence[Move]
    of_teams: bool

    @property
    def differing(self) -> list[NumberRow]:
        """The entries whose rating is not the list's."""
        return [row for row in self.rows if row.differs]


def numbering(rows: EventData) -> Numbering:
    """Every entry, in the order of their numbers. Five queries."""
    start, of_teams = find_start(rows.event), is_for_teams(rows.event.format)
    listed, moved = listed_ratings(rows.event, rows.entries), next_numbers(rows)
    found = [
        NumberRow(
            entry,
            listed[entry.id].value if entry.id in listed else None,
            entry.number if of_teams else moved.get(entry.id, entry.number),
        )
        for entry in rows.entries
    ]
    fixed = why_fixed(rows, start)
    moving = sorted(_moves(rows, moved), key=lambda move: move.next_number) if fixed is None else []
    return Numbering(found, start.list_day, fixed, moving, of_teams)


def _moves(rows: EventData, moved: Mapping[int, int]) -> Iterator[Move]:
    if not is_for_teams(rows.event.format):
        for entry in (rows.by_id[each] for each in moved):
            yield Move(entry.name, entry.rating, entry.number, moved[entry.id])
        return
    ratings = {seed.id: round(seed.rating or 0) for seed in seeds_of_teams(rows)}
    for team in (rows.team_by_id[each] for each in moved):
        yield Move(team.name, ratings[team.id] or None, team.number, moved[team.id])


# --- the players of an event, and the card of one of them -------------------------------------------------


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


def mean_rating(rows: Sequence[PlayerRow]) -> int | None:
    """Of the players who have one."""
    ratings = [row.rating for row in rows if row.rating is not None]
    return round(fmean(ratings)) if ratings else None


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
    return seeding.get_seed_ratings(list_key(event), event.club_id, people, list_day(event, today(event)))


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
