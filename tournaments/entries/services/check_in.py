"""Checking in for a round: opened and closed by arbiters; players say that they are there, or arbiters for them."""

from __future__ import annotations

from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.formats import pairs_freely
from tournaments.core.services.base import EventCommand, State, event_act, need_state
from tournaments.entries.acts import CheckPlayerIn, CloseCheckIn, OpenCheckIn, TakeBackCheckIn
from tournaments.entries.queries.check_in import NOT_OPEN, entry_of_link
from tournaments.entries.services.leaving import own_entry
from tournaments.models import Arrival, CheckIn, Entry, Event, Round


def open_check_in(event_id: int, actor: Account) -> CheckIn:
    """Let players check in for the round that is paired next; nobody has yet. Opened again, it goes on as it is.

    Raises NotAllowed and EventRefused.
    """
    with event_act(event_id, actor, OpenCheckIn) as doing:
        event = doing.event
        need_state(event, State.OPEN, State.RUNNING)
        if not pairs_freely(event.format):
            raise EventRefused(Message(_("All pairings of this format are fixed: nobody has to check in.")))
        coming = Round.objects.filter(event=event).count() + 1
        if event.rounds_planned is not None and coming > event.rounds_planned:
            raise EventRefused(Message(_("All rounds are paired.")))
        doing.note(round=coming)
        CheckIn.objects.filter(event=event).exclude(round_number=coming).delete()
        opened, _new = CheckIn.objects.get_or_create(
            event=event, defaults={"round_number": coming, "opened_at": timezone.now()}
        )
    return opened


def close_check_in(event_id: int, actor: Account) -> None:
    """Let nobody check in any more, and forget who has. Raises NotAllowed and EventRefused."""
    with event_act(event_id, actor, CloseCheckIn) as doing:
        found = CheckIn.objects.filter(event=doing.event).first()
        if found is None:
            raise EventRefused(NOT_OPEN)
        doing.note(round=found.round_number)
        found.delete()


def check_in(event_id: int, actor: Account, entry_id: int) -> None:
    """An arbiter checks somebody in. Raises NotAllowed, EventRefused and Entry.DoesNotExist."""
    require(actor, Permission.ENTER_PLAYERS, f"event:{event_id}")
    with event_act(event_id, actor, CheckPlayerIn, entry=entry_id) as doing:
        _arrive(doing, Entry.objects.get(event=doing.event, pk=entry_id))


def take_back_check_in(event_id: int, actor: Account, entry_id: int) -> None:
    """An arbiter takes somebody's check-in back. Raises NotAllowed, EventRefused and Entry.DoesNotExist."""
    with event_act(event_id, actor, TakeBackCheckIn, entry=entry_id) as doing:
        entry = Entry.objects.get(event=doing.event, pk=entry_id)
        _need_open(doing).arrivals.filter(entry=entry).delete()


def check_in_myself(event_id: int, account: Account) -> None:
    """A player checks in by the own account. Raises EventRefused."""
    with event_act(event_id, account, CheckPlayerIn) as doing:
        entry = own_entry(doing.event, account)
        if entry is None:
            raise EventRefused(Message(_("You are not registered for this event.")))
        doing.note(entry=entry.pk)
        _arrive(doing, entry)


def check_in_by_link(token: str) -> None:
    """Whoever has a player's card checks the player in. Raises EventRefused and Entry.DoesNotExist (no such link)."""
    entry = entry_of_link(token)
    with event_act(entry.event_id, None, CheckPlayerIn, entry=entry.pk) as doing:
        _arrive(doing, Entry.objects.get(event=doing.event, pk=entry.pk))


def _arrive(doing: EventCommand, entry: Entry) -> None:
    if entry.withdrawn:
        raise EventRefused(Message(_("This player has withdrawn.")))
    Arrival.objects.get_or_create(check_in=_need_open(doing), entry=entry, defaults={"at": timezone.now()})


def _need_open(doing: EventCommand) -> CheckIn:
    """The check-in for the round that is paired next, under the event's lock."""
    event: Event = doing.event
    coming = Round.objects.filter(event=event).count() + 1
    found = CheckIn.objects.filter(event=event, round_number=coming).first()
    if found is None or event.state not in (State.OPEN, State.RUNNING):
        raise EventRefused(NOT_OPEN)
    doing.note(round=coming)
    return found
