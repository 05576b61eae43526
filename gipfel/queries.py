"""What the pages of the whole server show: rows from several apps, ready to print."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from typing import TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from common.jobs import queries as jobs
from common.jobs.descriptions import describe
from common.jobs.due import is_held
from common.jobs.models import Job
from gipf_engine.messages import Message
from players.models import Account, Club, Person
from players.names import normalize_name, search_words
from players.people.queries.search import Choice, choices, first_matching
from players.permissions import may, scopes_where
from players.roles import Permission
from tournaments.core.queries.events import PUBLIC, all_events
from tournaments.models import PLACE_IN_LISTS, Event, Member

LONGEST_SEARCH = 80
MOST_WORDS = 6
MOST_FOUND = 20
NEXT_EVENTS = 3
MOST_LISTED = 3_000
"""People whom the pages of all people show; one finds the others by their names."""

Named = TypeVar("Named", Club, Event)


@dataclass(slots=True)
class ClubCard:
    """A club on the home page: its running events, the newest start first, and the next that are open."""

    club: Club
    running: list[Event] = field(default_factory=list)
    coming: list[Event] = field(default_factory=list)


def clubs_with_events() -> list[ClubCard]:
    """Every club, the ones with running events first. Two queries."""
    cards = {club.pk: ClubCard(club) for club in Club.objects.all()}
    now = Event.objects.filter(state__in=(Event.State.RUNNING, Event.State.OPEN))
    for event in now.order_by("starts_on", "pk"):
        card = cards[event.club_id]
        if event.state == Event.State.RUNNING:
            card.running.insert(0, event)
        elif len(card.coming) < NEXT_EVENTS:
            card.coming.append(event)
    return sorted(cards.values(), key=lambda card: not card.running)


def events(reader: Account | AnonymousUser) -> QuerySet[Event]:
    """Every event that `reader` may see: running, then to come (the next first), then those that are over."""
    return all_events(reader).order_by(PLACE_IN_LISTS, "-starts_on", "-pk")


def players(text: str) -> QuerySet[Person]:
    """Everybody who plays or played in a public event, by name; with `text` those whose names have its words.

    Each is looked at where a page comes to him: the entries of all events are never read as a whole.
    """
    entered = Member.objects.filter(event__state__in=PUBLIC)
    by_merged = entered.filter(person__merged_into=OuterRef("pk"))
    people_ = first_matching(text) if text else Person.objects.filter(merged_into=None, erased_at=None)
    return people_.filter(Exists(entered.filter(person=OuterRef("pk"))) | Exists(by_merged)).order_by("folded", "pk")


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, at most MOST_FOUND of each kind."""

    people: list[Choice]
    clubs: list[Club]
    events: list[Event]

    def __bool__(self) -> bool:
        return bool(self.people or self.clubs or self.events)


def search(text: str, reader: Account | AnonymousUser) -> Found:
    """Names that have every word of `text`. Neither erased nor merged people are found, nor others' drafts."""
    words = search_words(text)[:MOST_WORDS]
    return Found(
        choices(text, limit=MOST_FOUND),
        _with_words(Club.objects.all(), words),
        _with_words(all_events(reader), words),
    )


def _with_words(rows: QuerySet[Named], words: list[str]) -> list[Named]:
    """The first rows whose names have every word, compared as names of people are. Two queries."""
    if not words:
        return []
    names = ((pk, normalize_name(name)) for pk, name in rows.values_list("pk", "name"))
    wanted = list(islice((pk for pk, name in names if all(word in name for word in words)), MOST_FOUND))
    found = rows.in_bulk(wanted)
    return [found[pk] for pk in wanted]


@dataclass(frozen=True, slots=True)
class JobRow:
    """A waiting or failing job in words."""

    job: Job
    what: Message
    failing: bool
    at_work: bool


@dataclass(frozen=True, slots=True)
class WorkerState:
    """When a worker was last seen (None: never) and whether that is recent enough to count on it."""

    seen_at: datetime | None
    awake: bool


WORKER_ASLEEP = timedelta(minutes=1)


def worker_state() -> WorkerState:
    age = jobs.last_heartbeat_age()
    return WorkerState(None if age is None else timezone.now() - age, age is not None and age < WORKER_ASLEEP)


def job_rows(reader: Account) -> list[JobRow]:
    """The jobs of the scopes where `reader` may see them, failing ones first, then the most overdue.

    A constant number of queries: those of `common.jobs.descriptions` are one or none a kind.
    """
    now = timezone.now()
    waiting = list(jobs.waiting())
    known = describe(waiting)
    seen = scopes_where(reader, Permission.SEE_JOBS, {each.scope for each in known.values()})
    rows = [
        JobRow(job, known[job.pk].label, job.failures > 0, is_held(job, now))
        for job in waiting
        if known[job.pk].scope in seen
    ]
    return sorted(rows, key=lambda row: (not row.failing, row.job.due_at))


def may_see_job(reader: Account, job_id: int) -> bool:
    """Whether a job is there, in a scope where `reader` may see jobs."""
    known = describe(jobs.waiting().filter(pk=job_id))
    return any(may(reader, Permission.SEE_JOBS, each.scope) for each in known.values())
