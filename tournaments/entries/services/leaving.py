"""Leaving the list of players: before the start, where who waits moves up, and before the first pairing."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from tournaments.core.drafted import need_no_draft
from tournaments.core.errors import EventRefused
from tournaments.core.formats import pairs_freely
from tournaments.core.services.base import EventCommand, State, event_act, need_state
from tournaments.entries.acts import LeaveEvent, RemoveEntry
from tournaments.entries.services.exclusions import delete_singleton_groups
from tournaments.entries.services.moving_up import fill_places
from tournaments.entries.services.numbering import close_gaps
from tournaments.models import Entry, Event, Member

BEFORE_START = (State.DRAFT, State.OPEN)


def remove_entry(event_id: int, actor: Account, entry_id: int, *, expect: int | None = None) -> None:
    """Take an entry off the list. Of an event that runs it must never have been paired: later, players withdraw.

    So somebody who was added twice can be taken off, and the two records of the person be merged.
    """
    with event_act(event_id, actor, RemoveEntry, expect=expect, entry=entry_id) as doing:
        if doing.event.state == State.RUNNING and pairs_freely(doing.event.format):
            _remove_unpaired(doing, entry_id)
        else:
            _remove(doing, entry_id)


def leave_event(event_id: int, account: Account) -> None:
    """Take one's own entry back before the event starts."""
    with event_act(event_id, account, LeaveEvent) as doing:
        entry = own_entry(doing.event, account)
        if entry is None:
            raise EventRefused(Message(_("You are not registered for this event.")))
        doing.note(entry=entry.pk)
        _remove(doing, entry.pk)


def _remove_unpaired(doing: EventCommand, entry_id: int) -> None:
    need_no_draft(doing.event)
    entry = Entry.objects.get(event=doing.event, pk=entry_id)
    if entry.slots.exists():
        message = _("This player is in a round already: take that round back first, or withdraw the player.")
        raise EventRefused(Message(message))
    doing.note(people=list(entry.members.values_list("person", flat=True)))
    entry.delete()
    delete_singleton_groups(doing)
    close_gaps(doing)


def _remove(doing: EventCommand, entry_id: int) -> None:
    need_state(doing.event, *BEFORE_START)
    entry = Entry.objects.get(event=doing.event, pk=entry_id)
    doing.note(people=list(entry.members.values_list("person", flat=True)))
    entry.delete()
    delete_singleton_groups(doing)
    fill_places(doing)


def own_entry(event: Event, account: Account | None) -> Entry | None:
    """The entry of the account's person, None where there is none."""
    if account is None or account.person is None:
        return None
    person = account.person.canonical_id
    for member in Member.objects.filter(event=event).select_related("person", "entry"):
        if member.person.canonical_id == person:
            return member.entry
    return None
