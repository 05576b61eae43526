"""The limit of entries, and who moves up from the waiting list: by itself where a place is free, or by hand."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from common.jobs import services as jobs
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.queries.records import belongs_to
from players.identity import person_of
from players.models import Account
from players.people.services.people import lock_persons
from tournaments.core.errors import EventRefused
from tournaments.core.schemas import MOST_ENTRIES
from tournaments.core.services.base import EventCommand, State, event_act, need_state
from tournaments.entries.acts import LeaveWaitingList, MoveUp, RemoveWaiting, SetEntryLimit
from tournaments.entries.services.entries import enter_persons
from tournaments.entries.services.waiting_list import waiting_rows
from tournaments.models import Entry, EntryLimit, WaitingPlayer

MOVED_UP = "moved-up-mail"
"""The kind of job that mails that a person has a place now. Its subject is the event's scope and the account's id."""
BEFORE_CLOSING = (State.DRAFT, State.OPEN, State.RUNNING)


def set_entry_limit(
    event_id: int, actor: Account, most: int | None, *, moves_up: bool = True, expect: int | None = None
) -> None:
    """Take `most` players (None: all). One who is entered stays; who waits moves up where there is room now.

    Raises NotAllowed, Stale and EventRefused.
    """
    if most is not None and not 1 <= most <= MOST_ENTRIES:
        message = Message(_("The limit must be between 1 and %(most)d players."), {"most": MOST_ENTRIES})
        raise EventRefused(message, field="most")
    with event_act(event_id, actor, SetEntryLimit, expect=expect) as doing:
        need_state(doing.event, *BEFORE_CLOSING)
        old = EntryLimit.objects.filter(event=doing.event).first()
        if most is None:
            EntryLimit.objects.filter(event=doing.event).delete()
        else:
            EntryLimit.objects.update_or_create(event=doing.event, defaults={"most": most, "moves_up": moves_up})
        was = (old.most, old.moves_up) if old is not None else (None, True)
        doing.note_change(most=(was[0], most), moves_up=(was[1], moves_up or most is None))
        fill_places(doing)


def fill_places(doing: EventCommand) -> None:
    """Enter who waits longest into places that are free, inside the caller's act.

    Only while registration is open, and only where the event has it done without an organiser.
    """
    event = doing.event
    if event.state != State.OPEN or not event.self_entry:
        return
    waiting = WaitingPlayer.objects.filter(event=event).order_by("pk")
    limit = EntryLimit.objects.filter(event=event).first()
    if limit is None:
        _enter_waiting(doing, list(waiting))
    elif limit.moves_up:
        free = max(limit.most - Entry.objects.filter(event=event).count(), 0)
        _enter_waiting(doing, list(waiting[:free]))


def _enter_waiting(doing: EventCommand, waiting: Sequence[WaitingPlayer]) -> list[Entry]:
    """Enter these, who go off the list with that, and tell those who read mail."""
    if not waiting:
        return []
    locked = lock_persons([each.person_id for each in waiting])
    persons = [locked[each.person_id] for each in waiting]
    entries = enter_persons(doing, persons)
    doing.note(moved_up=[entry.pk for entry in entries])
    if settings.EMAIL_HOST:
        accounts = Account.objects.filter(belongs_to(person.pk for person in persons)).exclude(email="")
        jobs.request_many(MOVED_UP, [f"{doing.event.scope}:{pk}" for pk in accounts.values_list("pk", flat=True)])
    return entries


def move_up(event_id: int, actor: Account, waiting_id: int, *, expect: int | None = None) -> Entry:
    """Enter a person of the waiting list, first or not, be it beyond the limit or after the start.

    Raises NotAllowed, Stale, EventRefused, Refused and WaitingPlayer.DoesNotExist.
    """
    with event_act(event_id, actor, MoveUp, expect=expect) as doing:
        (entry,) = _enter_waiting(doing, [WaitingPlayer.objects.get(event=doing.event, pk=waiting_id)])
        doing.note(entry=entry.pk)
    return entry


def remove_waiting(event_id: int, actor: Account, waiting_id: int) -> None:
    """Take a person off the waiting list. Raises NotAllowed and WaitingPlayer.DoesNotExist."""
    with event_act(event_id, actor, RemoveWaiting) as doing:
        _remove(doing, WaitingPlayer.objects.get(event=doing.event, pk=waiting_id))


def leave_waiting_list(event_id: int, account: Account) -> None:
    """Give one's own place on the waiting list up."""
    with event_act(event_id, account, LeaveWaitingList) as doing:
        person = person_of(account)
        waiting = waiting_rows(doing.event, [person.pk]).first() if person is not None else None
        if waiting is None:
            raise EventRefused(Message(_("You are not on the waiting list of this event.")))
        _remove(doing, waiting)


def _remove(doing: EventCommand, waiting: WaitingPlayer) -> None:
    doing.note(person=waiting.person_id)
    waiting.delete()
