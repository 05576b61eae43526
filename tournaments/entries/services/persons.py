"""Who is entered: a person that is known, or a new person."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.db.models import Q

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.core.errors import MergeRefused
from players.core.events import PersonErasing, PersonsMerging, Touched
from players.core.queries.records import record_ids
from players.people.queries.search import namesakes
from tournaments.core.services.base import need_confirmation
from tournaments.models import Entry, Event, Member, WaitingPlayer

# --- what becomes of entries when persons are merged or erased --------------------------------------------


def refuse_two_who_entered_one_event(merging: PersonsMerging) -> None:
    """No one plays in one event twice, so two who do are not one person. Raises `MergeRefused`."""
    records, others = record_ids(merging.kept.pk), record_ids(merging.gone.pk)
    events = Member.objects.filter(person__in=others).values("event")
    shared = Member.objects.filter(person__in=records, event__in=events).select_related("event").first()
    if shared is not None:
        message = _(
            "Both are registered for %(event)s. If they are one person, remove one of the two entries there first."
        )
        raise MergeRefused(Message(message, {"event": shared.event.name}))
    waiting = WaitingPlayer.objects.select_related("event")
    both = waiting.filter(_enters_or_waits(records), person__in=others)
    found = both.first() or waiting.filter(_enters_or_waits(others), person__in=records).first()
    if found is not None:
        message = _("Both are registered or waiting for %(event)s, so they count as two people there.")
        raise MergeRefused(Message(message, {"event": found.event.name}))


def _enters_or_waits(records: Collection[int]) -> Q:
    """Rows of a waiting list of whose events a person is a player or waits, too."""
    entered = Member.objects.filter(person__in=records).values("event")
    return Q(event__in=entered) | Q(event__in=WaitingPlayer.objects.filter(person__in=records).values("event"))


def delete_details(erasing: PersonErasing) -> list[Touched]:
    """Titles, days of birth and the like came from files; they go."""
    entries = Entry.objects.filter(members__person__in=record_ids(erasing.person.pk)).exclude(details={})
    touched = [Touched(f"event:{entry.event_id}", "entry", entry.pk, "details") for entry in entries]
    Entry.objects.filter(pk__in=[row.pk for row in touched]).update(details={})
    return touched


def leave_waiting_lists(erasing: PersonErasing) -> list[Touched]:
    """Who is erased waits for nothing any more."""
    waiting = WaitingPlayer.objects.filter(person__in=record_ids(erasing.person.pk))
    touched = [Touched(f"event:{each.event_id}", "waitingplayer", each.pk, "person") for each in waiting]
    waiting.delete()
    return touched


# --- a name that is registered, or is a member's, is rarely a new person ----------------------------------
# That is confirmed before a person is made.


def confirm_namesakes(event: Event, name: str, confirm: Collection[str]) -> None:
    """Raise ConfirmationNeeded where a new person would be called as a person of the event or of its club is."""
    cautions = list(_namesake_cautions(event, name))
    need_confirmation(f"{event.scope}:new-person:{name}", _("Register the player"), cautions, confirm)


def _namesake_cautions(event: Event, name: str) -> Iterator[Caution]:
    members = Member.objects.filter(event=event).select_related("person__merged_into")
    entered = {(each.person.merged_into or each.person).pk for each in members}
    for person in namesakes(name, club=event.club, among=entered):
        params = {"name": person.name}
        if person.id in entered:
            yield Caution("registered", Level.CONFIRM, Message(_("%(name)s is registered already"), params))
        else:
            yield Caution("member", Level.CONFIRM, Message(_("%(name)s is a member of the club"), params))
