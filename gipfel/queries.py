"""What the pages of the whole server show: rows from several rooms, ready to print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.rules import all_rules
from gipfel.backups.schedule import BACKUP
from jobs import queries as jobs
from jobs.due import is_held
from jobs.models import Job
from phrases import Phrase
from phrases import gettext_noop as _
from players import queries as people
from players.models import Account, Club, Grant
from players.permissions import may, scopes_where
from players.queries import Choice
from players.roles import ACTS, Act
from players.services.notices import NOTICE
from players.services.passwords import PASSWORD_MAIL
from ratings.models import Pool
from ratings.services import RATE
from tournaments.models import Event
from tournaments.receivers import SHOW_ANEW
from tournaments.services.asking import PAIR
from tournaments.services.explaining import EXPLAIN
from tournaments.services.import_requests import IMPORT
from tournaments.services.staging import REMOVE

LONGEST_SEARCH = 80
MOST_WORDS = 6
MOST_FOUND = 20
NEXT_EVENTS = 3
PUBLIC = (Event.State.OPEN, Event.State.RUNNING, Event.State.CLOSED)


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
    words = text.split()[:MOST_WORDS]
    clubs = Club.objects.filter(_every("name__icontains", words))
    events = Event.objects.filter(_every("name__icontains", words), Q(state__in=PUBLIC) | _own_drafts(reader))
    return Found(
        people.choices(text, limit=MOST_FOUND),
        list(clubs[:MOST_FOUND]),
        list(events.select_related("club")[:MOST_FOUND]),
    )


def _every(look_up: str, words: list[str]) -> Q:
    return Q(*((look_up, word) for word in words))


def _own_drafts(reader: Account | AnonymousUser) -> Q:
    """Events, drafts among them, of the clubs that `reader` organises, or of all for a keeper."""
    if not isinstance(reader, Account):
        return Q(pk__in=())
    editors = [role for role, acts in ACTS.items() if Act.EDIT_EVENT in acts]
    keys = set(Grant.objects.filter(account=reader, role__in=editors).values_list("scope__key", flat=True))
    if "server" in keys:
        return ~Q(pk__in=())
    clubs = [int(key.removeprefix("club:")) for key in keys if key.startswith("club:")]
    return Q(club__in=clubs)


@dataclass(frozen=True, slots=True)
class JobRow:
    """A waiting or failing job in words."""

    job: Job
    what: Phrase
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
    """The jobs of the scopes where `reader` may see them, failing ones first, then the most overdue. Four queries."""
    now = timezone.now()
    waiting = list(jobs.waiting())
    pools = {str(pool.pk): pool for pool in _pools_of(waiting)}
    scopes = {job.pk: _scope_of(job, pools) for job in waiting}
    seen = scopes_where(reader, Act.SEE_JOBS, set(scopes.values()))
    said = {pk: _recomputing(pool) for pk, pool in pools.items()}
    rows = [_job_row(job, now, said) for job in waiting if scopes[job.pk] in seen]
    return sorted(rows, key=lambda row: (not row.failing, row.job.due_at))


def may_see_job(reader: Account, job_id: int) -> bool:
    """Whether a job is there, in a scope where `reader` may see jobs."""
    waiting = list(jobs.waiting().filter(pk=job_id))
    pools = {str(pool.pk): pool for pool in _pools_of(waiting)}
    return any(may(reader, Act.SEE_JOBS, _scope_of(job, pools)) for job in waiting)


def _scope_of(job: Job, pools: Mapping[str, Pool]) -> str:
    """Whose a job is: an event's, a club's, or (lists of all clubs, mail, backups) the server's."""
    if job.subject.startswith("event:"):
        return ":".join(job.subject.split(":")[:2])
    club = pools[job.subject].club if job.kind == RATE and job.subject in pools else None
    return club.scope if club is not None else "server"


def _pools_of(waiting: Iterable[Job]) -> QuerySet[Pool]:
    """The pools that these jobs recompute."""
    ids = [int(job.subject) for job in waiting if job.kind == RATE and job.subject.isdecimal()]
    return Pool.objects.filter(pk__in=ids).select_related("club")


_SAID = {
    PASSWORD_MAIL: _("Mail with a one-time link"),
    NOTICE: _("Mail about the safety of an account"),
    BACKUP: _("Backup of the database"),
    IMPORT: _("A file that is taken in"),
    REMOVE: _("An event that comes in, to be removed if it does not arrive"),
}
"""What jobs are called that are about nothing in particular."""


def _job_row(job: Job, now: datetime, pools: dict[str, Phrase]) -> JobRow:
    if job.kind in _SAID:
        what = Phrase(_SAID[job.kind])
    else:
        unknown = Phrase("%(kind)s %(subject)s", {"kind": job.kind, "subject": job.subject})
        what = pools.get(job.subject) or _round_wanted(job) or _shown_anew(job) or _explained(job) or unknown
    return JobRow(job, what, job.failures > 0, is_held(job, now))


def _round_wanted(job: Job) -> Phrase | None:
    """What pairing a round is called."""
    if job.kind != PAIR:
        return None
    scope, _colon, number = job.subject.rpartition(":")
    event = Event.objects.filter(pk=int(scope.partition(":")[2])).first()
    if event is None:
        return None
    return Phrase(_("Pairing of round %(round)s, %(event)s"), {"round": number, "event": event.name})


def _explained(job: Job) -> Phrase | None:
    """What finding out the reasons of a round is called."""
    if job.kind != EXPLAIN:
        return None
    event_id, number = job.subject.split(":")[1:3]
    event = Event.objects.filter(pk=int(event_id)).first()
    told = _("Reasons of round %(round)s, %(event)s")
    return None if event is None else Phrase(told, {"round": number, "event": event.name})


def _shown_anew(job: Job) -> Phrase | None:
    """What showing an event with the names of today is called."""
    if job.kind != SHOW_ANEW:
        return None
    event = Event.objects.filter(pk=int(job.subject.partition(":")[2])).first()
    return None if event is None else Phrase(_("Changed names in %(event)s"), {"event": event.name})


def _recomputing(pool: Pool) -> Phrase:
    book = all_rules()
    rules = Phrase(book[pool.rules].name) if pool.rules in book else pool.rules
    if pool.club is None:
        return Phrase(_("Ratings in %(rules)s, whole server"), {"rules": rules})
    return Phrase(_("Ratings in %(rules)s, %(club)s"), {"rules": rules, "club": pool.club.name})
