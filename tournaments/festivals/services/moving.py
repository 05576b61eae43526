"""A player who changes the section before round 1."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from common.journal import services as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.people.services.people import lock_person
from players.permissions import require
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.formats import pairs_freely
from tournaments.core.round_drafts import is_paired
from tournaments.core.services.base import event_act
from tournaments.entries.services.entries import enter_persons
from tournaments.entries.services.leaving import take_off
from tournaments.entries.services.waiting_list import is_full
from tournaments.festivals.acts import MoveEntryIn, MoveEntryOut
from tournaments.models import Arrival, ByeRequest, CheckIn, Entry, Event, FestivalSection
from tournaments.rating_columns import STAYS


def move_entry(event_id: int, actor: Account, entry_id: int, section: int, *, expect: int | None = None) -> Entry:
    """Take an entry out of one section and enter its player in another: both, or neither. The new entry.

    It takes the right to enter players in both, and round 1 paired in neither; `section` is the other event, `expect`
    a version of the first. A rating from a file or by hand goes along where both play by the same rules, as do what the
    file said, byes that are possible there, and whether the player has checked in. Raises NotAllowed, Stale,
    EventRefused (no sections of one festival, paired, full, registered there already) and Entry.DoesNotExist.
    """
    keys = [f"event:{event_id}", f"event:{section}"]
    for key in keys:
        require(actor, Permission.ENTER_PLAYERS, key)
    if event_id == section:
        raise EventRefused(Message(_("Choose another section.")), field="section")
    with transaction.atomic():
        journal.lock(keys)  # in one order, so that a move the other way waits for this one
        with (
            event_act(event_id, actor, MoveEntryOut, expect=expect, entry=entry_id, section=section) as leaving,
            event_act(section, actor, MoveEntryIn, section=event_id) as entering,
        ):
            entry = Entry.objects.get(event=leaving.event, pk=entry_id)
            _check_sections(leaving.event, entering.event)
            if entry.withdrawn:
                raise EventRefused(Message(_("This player has withdrawn.")))
            kept = _kept_of(entry)
            person = lock_person(entry.members.values_list("person", flat=True)[0])
            take_off(leaving, entry_id)
            (made,) = enter_persons(entering, [person])
            _give_back(made, entering.event, kept, same_rules=leaving.event.rules == entering.event.rules)
            leaving.note(person=person.pk)
            entering.note(entry=made.pk, person=person.pk)
    return made


def _check_sections(here: Event, there: Event) -> None:
    """EventRefused unless both are sections of one festival, neither is paired and there is a free place."""
    festivals = FestivalSection.objects.filter(event__in=(here, there)).values_list("festival", flat=True)
    if len(festivals) < 2 or len(set(festivals)) > 1:
        raise EventRefused(Message(_("These events are not sections of one festival.")), field="section")
    for event in (here, there):
        if is_paired(event):
            message = _("Round 1 of %(event)s is paired, so its players can no longer change their section.")
            raise EventRefused(Message(message, {"event": event.name}), field="section")
    if is_full(there):
        message = _("%(event)s is full: raise its player limit first.")
        raise EventRefused(Message(message, {"event": there.name}), field="section")


@dataclass(frozen=True, slots=True)
class _Kept:
    """What goes along with a player who moves. `byes`: kinds by rounds."""

    details: dict[str, Any]
    no_half_byes: bool
    rating: tuple[int | None, str, date | None] | None
    byes: dict[int, str]
    is_here: bool


def _kept_of(entry: Entry) -> _Kept:
    rating = (entry.rating, entry.rating_source, entry.rating_day) if entry.rating_source in STAYS else None
    byes = dict(entry.bye_requests.values_list("round_number", "kind"))
    return _Kept(entry.details, entry.no_half_byes, rating, byes, entry.arrivals.exists())


def _give_back(made: Entry, event: Event, kept: _Kept, *, same_rules: bool) -> None:
    made.details, made.no_half_byes = kept.details, kept.no_half_byes
    if kept.rating is not None and same_rules:
        made.rating, made.rating_source, made.rating_day = kept.rating
        made.rating_list = None
    made.save(update_fields=["details", "no_half_byes", "rating", "rating_source", "rating_day", "rating_list"])
    if pairs_freely(event.format):
        most = event.rounds_planned
        possible = {number: kind for number, kind in kept.byes.items() if most is None or number <= most}
        ByeRequest.objects.bulk_create(
            ByeRequest(entry=made, round_number=number, kind=kind) for number, kind in possible.items()
        )
    open_there = CheckIn.objects.filter(event=event).first()
    if kept.is_here and open_there is not None:
        Arrival.objects.create(check_in=open_there, entry=made, at=timezone.now())
