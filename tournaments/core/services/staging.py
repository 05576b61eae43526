"""Events that are stored piece by piece, and that no one sees before the last piece; they may come with a whole club.

Each piece is a transaction of its own, short enough that no one waits long for it. What a killed process leaves is
removed, piece by piece too, by a job that was asked for with the first piece and is put off by every other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TypeVar

from django.db import models, transaction

from common import pieces
from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.models import Scope
from games.models import Attempt, AttemptTurn, Claim, Game, IndexedPosition, Move, Record
from games.results.services.adjudicate import request_all
from players.models import Club, Person
from players.people.services.people import show_staged_people
from tournaments.models import (
    ByeRequest,
    Deal,
    DrawnDeal,
    Entry,
    Event,
    ForbiddenEntry,
    ForbiddenGroup,
    PairedAttempt,
    PairedGame,
    Pairing,
    Round,
    Slot,
)

REMOVE = "remove-staged"
"""The kind of job that removes an event of which not everything came; its subject is the event's scope."""
REMOVE_CLUB = "remove-staged-club"
"""The kind of job that removes a club of which not everything came, with its events; its subject is its scope."""
PATIENCE = timedelta(minutes=10)
"""How long nothing more comes of an event before it is taken for left over."""
T = TypeVar("T")


def open_staged(event: Event) -> Scope:
    """Store the event itself, and see to it that it goes again where nothing follows."""
    with transaction.atomic():
        event.staged = True
        event.save(force_insert=True)
        scope = journal.open_scope(event.scope, event.club.scope, hidden=True)
        if not event.club.staged:
            jobs.request_later(REMOVE, event.scope, PATIENCE)
    return scope


@contextmanager
def piece(event: Event) -> Iterator[None]:
    """One transaction with some rows of a staged event. Raises `journal.Busy` where it was taken for left over."""
    with pieces.piece():
        _put_off_removal(event, event.club)
        yield


@contextmanager
def piece_of_club(club: Club) -> Iterator[None]:
    """One transaction with some rows of a staged club. Raises `journal.Busy` where it was taken for left over."""
    with pieces.piece():
        put_off_removal_of_club(club)
        yield


def put_off_removal_of_club(club: Club) -> None:
    """More of a staged club comes: inside a transaction. Raises `journal.Busy` where it was taken for left over."""
    if not jobs.postpone(REMOVE_CLUB, club.scope, PATIENCE):
        raise journal.Busy(f"{club.scope} was removed while it came in")


def _put_off_removal(event: Event, club: Club) -> None:
    if club.staged:
        put_off_removal_of_club(club)
    elif not jobs.postpone(REMOVE, event.scope, PATIENCE):
        raise journal.Busy(f"{event.scope} was removed while it came in")


def store_in_pieces(
    event: Event, rows: Sequence[T], store: Callable[[Sequence[T]], object], most: int = pieces.ROWS
) -> None:
    """Let `store` write the rows, at most so many at once."""
    for at in range(0, len(rows), most):
        with piece(event):
            store(rows[at : at + most])


def show(event: Event, scope: Scope, club: Club) -> None:
    """Let everybody see the event. Inside the transaction that stores its last piece."""
    if not jobs.postpone(REMOVE, event.scope, PATIENCE):
        raise journal.Busy(f"{event.scope} was removed while it came in")
    show_staged_people(club=club, scope=scope)
    show_rows(event, scope)
    jobs.withdraw(REMOVE, event.scope)


def show_rows(event: Event, scope: Scope) -> None:
    """Let everybody see an event of which all is there, with its games."""
    journal.show_scope(scope.key)
    event.staged = False
    event.save(update_fields=["staged"])
    request_all(event.scope)


# --- what is left over --------------------------------------------------------------------------------


def remove_staged(key: str) -> None:
    """Remove an event (its scope's key) that never became complete, with the persons who came in with it alone."""
    delete_staged(key)
    with transaction.atomic():
        jobs.withdraw(REMOVE, key)


def delete_staged(key: str) -> None:
    """Delete the rows of a staged event, piece by piece."""
    event = Event.with_staged.filter(pk=int(key.partition(":")[2]), staged=True).first()
    scope = Scope.objects.filter(key=key, hidden=True).first()
    if event is not None and scope is not None:
        for rows in _staged_rows(event, scope):
            pieces.delete_in_pieces(rows)


def _staged_rows(event: Event, scope: Scope) -> Iterator[models.QuerySet[models.Model]]:
    """All that hangs on a staged event, what points at other rows before these."""
    game = {"game__parent_scope": scope}
    yield Move.objects.filter(record__game__parent_scope=scope)
    yield IndexedPosition.objects.filter(record__game__parent_scope=scope)
    yield Record.objects.filter(**game)
    yield Claim.objects.filter(**game)
    attempts = {"attempt__parent_scope": scope}
    yield AttemptTurn.objects.filter(**attempts)
    yield PairedAttempt.objects.filter(**attempts)
    yield Attempt.objects.filter(parent_scope=scope)
    yield DrawnDeal.objects.filter(draw__event=event)
    yield Deal.objects.filter(event=event)
    yield Scope.objects.filter(parent=scope)
    yield PairedGame.objects.filter(**game)
    yield Game.objects.filter(parent_scope=scope)
    yield Slot.objects.filter(round__event=event)
    yield Pairing.objects.filter(round__event=event)
    yield Round.objects.filter(event=event)
    yield ByeRequest.objects.filter(entry__event=event)
    yield ForbiddenEntry.objects.filter(group__event=event)
    yield ForbiddenGroup.objects.filter(event=event)
    yield Entry.objects.filter(event=event)
    yield Event.with_staged.filter(pk=event.pk)
    yield Person.staged.filter(staged_in=scope)
    yield Scope.objects.filter(pk=scope.pk)
