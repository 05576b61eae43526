"""Bringing a club in from its file: hidden and piece by piece, then shown by one transaction, or removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.db import transaction

from common import pieces
from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.models import Scope
from games.histories.moved import MovedPastEvent, MovedPastGame
from games.histories.services.moved import (
    ComingHistory,
    open_moved_history,
    remove_moved_histories,
    show_moved_histories,
    store_moved_event,
    store_moved_games,
)
from games.models import PastEvent
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account, Club, Person
from players.moving.acts import BringClub
from players.moving.services import check_club, require_slug, settle_club, show_club, stage_club, stage_moved_people
from players.permissions import require
from ratings.pools.services.moved import bring_pools
from tournaments.club_files.archive import ClubFileRefused
from tournaments.club_files.reading import ClubReading, PastGamesFile
from tournaments.club_files.reading_events import EventRows
from tournaments.club_files.services.event_rows import finish_event
from tournaments.club_files.services.series import bring_series
from tournaments.core.services import staging
from tournaments.interchange.services.importing import EventImport, stage_event
from tournaments.models import Event

PORTION = 400
"""Past games of one piece."""
Tell = Callable[[int, int], None]


@dataclass
class _Coming:
    """What is stored of an event, and what is left to do when it is shown."""

    event: EventImport
    state: str
    two_persons: bool
    hides_rounds: int | None
    locked_rounds: list[int]
    days: list[object] | None
    rows: EventRows


@dataclass
class _Staged:
    """A club of which all is stored and nothing is seen."""

    club: Club
    scope: Scope
    ids: dict[str, int] = field(default_factory=dict)
    events: list[_Coming] = field(default_factory=list)
    histories: list[tuple[ComingHistory, bool]] = field(default_factory=list)


def bring_club(
    actor: Account,
    reading: ClubReading,
    *,
    slug: str = "",
    people: Mapping[str, int] | None = None,
    tell: Tell = lambda _done, _total: None,
) -> Club:
    """A new club as its file says it is, `actor` as its organiser; all of it, or nothing.

    `slug`: its address here, "" for that of before. `people` are those who are here already: ids by keys of the file.
    Everybody else is made new. `tell` is called with how many events and past files of how many are stored. Raises
    NotAllowed, ClubFileRefused, Refused, Person.DoesNotExist and `journal.Busy`; nothing of the club stays then.
    """
    require(actor, BringClub.permission, journal.SERVER)
    moved = check_club(reading.club)
    known = _check_people(reading, people or {})
    reading.archive.check_digests()
    series = reading.series()
    address = require_slug(slug or reading.slug)
    with transaction.atomic():
        club, scope = stage_club(moved)
        jobs.request_later(staging.REMOVE_CLUB, club.scope, staging.PATIENCE)
    staged = _Staged(club, scope)
    try:
        staged.ids = _store_people(staged, reading, known)
        _store_occasions(staged, actor, reading, tell)
        with transaction.atomic():
            staging.put_off_removal_of_club(club)
            show_club(club, address, actor, reading.server)
            bring_pools(club, series.lists)
            settle = _show_occasions(staged, actor)
            bring_series(club, series, settle, staged.ids)
            by_id = {staged.ids[key]: each for key, each in reading.people.items()}
            settle_club(club, moved, by_id)
            jobs.withdraw(staging.REMOVE_CLUB, club.scope)
    except Exception:
        club.staged = True
        remove_staged_club(club.scope)
        raise
    return club


def _check_people(reading: ClubReading, people: Mapping[str, int]) -> dict[str, int]:
    """Who is here already, by key. Raises Refused where the file has no such key, or two would be one person."""
    strange = sorted(people.keys() - reading.people.keys())
    if strange:
        raise ClubFileRefused(Message(_("There is no person %(key)s in the file."), {"key": strange[0]}))
    rows = Person.objects.filter(pk__in=people.values(), program_level=None, erased_at=None)
    roots = {pk: merged_into or pk for pk, merged_into in rows.values_list("pk", "merged_into")}
    if not roots.keys() >= set(people.values()):
        raise Person.DoesNotExist
    known = {key: roots[person] for key, person in people.items()}
    if len(set(known.values())) < len(known):
        raise ClubFileRefused(Message(_("Two people of the file would be one person here.")))
    if any(reading.people[key].erased for key in known):
        raise ClubFileRefused(Message(_("A person whose name was removed cannot be linked to another.")))
    return known


def _store_people(staged: _Staged, reading: ClubReading, known: Mapping[str, int]) -> dict[str, int]:
    found = dict(known)
    new = [key for key in reading.people if key not in known]
    for at in range(0, len(new), pieces.ROWS):
        some = new[at : at + pieces.ROWS]
        with staging.piece_of_club(staged.club):
            made = stage_moved_people(staged.club, staged.scope, [reading.people[key] for key in some])
        found |= {key: person.pk for key, person in zip(some, made, strict=True)}
    return found


def _store_occasions(staged: _Staged, actor: Account, reading: ClubReading, tell: Tell) -> None:
    total = len(reading.occasions)
    for done, each in enumerate(reading.read_occasions(staged.club)):
        tell(done, total)
        if isinstance(each, PastGamesFile):
            _store_history(staged, actor, reading, each)
            continue
        who = {ref: staged.ids[key] for ref, key in each.people.items()}
        event = stage_event(staged.club, actor, each.incoming, who)
        staged.events.append(
            _Coming(
                event=event,
                state=each.state,
                two_persons=each.two_persons,
                hides_rounds=each.hides_rounds,
                locked_rounds=each.locked_rounds,
                days=list(each.days) if each.days is not None else None,
                rows=each.rows,
            )
        )
    tell(total, total)


def _store_history(staged: _Staged, actor: Account, reading: ClubReading, file: PastGamesFile) -> None:
    with staging.piece_of_club(staged.club):
        coming = open_moved_history(staged.club, staged.scope, file.head)
    staged.histories.append((coming, file.head.withdrawn))
    event: tuple[PastEvent, Scope] | None = None
    waiting: list[tuple[int, MovedPastGame]] = []
    place = 0

    def store() -> None:
        nonlocal waiting
        if event is not None and waiting:
            with staging.piece_of_club(staged.club):
                store_moved_games(coming, *event, waiting, staged.ids, actor)
            waiting = []

    for line in reading.past_lines(file):
        if isinstance(line, MovedPastEvent):
            store()
            with staging.piece_of_club(staged.club):
                event = store_moved_event(coming, line)
            place = 0
            continue
        waiting.append((place, line))
        place += 1
        if len(waiting) == PORTION:
            store()
    store()


def _show_occasions(staged: _Staged, actor: Account) -> list[Event]:
    """Let everybody see the events and past games; the events, in the order of the file."""
    shown = []
    for each in staged.events:
        event = each.event.show()
        finish_event(event, each, actor, staged.ids)
        shown.append(event)
    show_moved_histories([each for each, _back in staged.histories], [back for _each, back in staged.histories])
    return shown


# --- what is left over --------------------------------------------------------------------------------


def remove_staged_club(key: str) -> None:
    """Remove a club (its scope's key) that never became complete, with everything that came with it."""
    club = Club.with_staged.filter(pk=int(key.partition(":")[2]), staged=True).first()
    scope = Scope.objects.filter(key=key, hidden=True).first()
    if club is not None and scope is not None:
        for event in Event.with_staged.filter(club=club):
            staging.delete_staged(event.scope)
        remove_moved_histories(club, scope)
        _delete(
            Person.staged.filter(staged_in=scope),
            Club.with_staged.filter(pk=club.pk),
            Scope.objects.filter(pk=scope.pk),
        )
    with transaction.atomic():
        jobs.withdraw(staging.REMOVE_CLUB, key)


def _delete(*tables: object) -> None:
    for rows in tables:
        pieces.delete_in_pieces(rows)  # type: ignore[arg-type]
