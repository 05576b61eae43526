"""Making, changing and deleting festivals; events that join one and leave it."""

from __future__ import annotations

from datetime import date
from typing import Any

from common.journal import services as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.acts import commit_permitted
from players.models import Account, Club
from players.permissions import require
from tournaments.core.errors import EventRefused, kept_name
from tournaments.core.services.base import event_act
from tournaments.core.services.club_events import delete_in_club, event_of_club, make_in_club
from tournaments.festivals.acts import (
    AddSection,
    CreateFestival,
    DeleteFestival,
    EditFestival,
    JoinFestival,
    LeaveFestival,
    RemoveSection,
)
from tournaments.models import Festival, FestivalSection

PLAN = ("name", "place", "starts_on", "ends_on", "about")
"""What is decided of a festival."""
MOST_SECTIONS = 20
"""Sections of a festival: its desk and its screen show all of them."""


def create_festival(
    club_id: int, actor: Account, *, name: str, starts_on: date, ends_on: date, place: str = "", about: str = ""
) -> Festival:
    """A new festival of a club, without sections. Raises NotAllowed and EventRefused."""

    def make(club: Club) -> Festival:
        return Festival.objects.create(club=club, **_checked(name, place, about, starts_on, ends_on))

    return make_in_club(club_id, actor, CreateFestival, make)


def edit_festival(festival_id: int, actor: Account, *, expect: int | None = None, **changes: Any) -> Festival:
    """Change what a festival is called, where and when it is; fields of `PLAN` that are left out stay.

    Its sections keep their own days and places. Their pages show its name, so their versions move after it.
    Raises NotAllowed, Stale, EventRefused and DoesNotExist.
    """
    with commit_permitted(f"festival:{festival_id}", actor, EditFestival, expect=expect):
        festival = Festival.objects.get(pk=festival_id)
        renamed = festival.name
        kept = {name: getattr(festival, name) for name in PLAN}
        for field, value in _checked(**kept | changes).items():
            setattr(festival, field, value)
        festival.save()
        keys = [f"event:{event}" for event in festival.sections.values_list("event", flat=True)]
    if renamed != festival.name:
        journal.touch(keys)
    return festival


def _checked(name: str, place: str, about: str, starts_on: date, ends_on: date) -> dict[str, str | date]:
    """The columns of a festival. EventRefused for what it cannot be called, and days that are not in order."""
    if ends_on < starts_on:
        raise EventRefused(Message(_("The last day comes before the first.")), field="ends_on")
    days = {"starts_on": starts_on, "ends_on": ends_on}
    return {
        "name": kept_name(name),
        "place": kept_name(place, "place") if place.strip() else "",
        "about": about.strip(),
        **days,
    }


def delete_festival(festival_id: int, actor: Account, *, expect: int | None = None) -> None:
    """Delete a festival that has no sections. Raises NotAllowed, Stale, EventRefused and DoesNotExist."""
    delete_in_club(Festival, festival_id, actor, DeleteFestival, expect, _refuse_sections)


def _refuse_sections(festival: Festival) -> None:
    if festival.sections.exists():
        raise EventRefused(Message(_("This festival has sections: remove them first. The events stay.")))


def add_section(festival_id: int, actor: Account, event_id: int, *, expect: int | None = None) -> FestivalSection:
    """Let an event of the same club be a section; what it is and who may do what in it stays as it is.

    It takes the right to edit both. Raises NotAllowed, Stale, EventRefused and DoesNotExist.
    """
    key = f"festival:{festival_id}"
    require(actor, AddSection.permission, key)
    event_of_club(event_id, Festival.objects.values_list("club", flat=True).get(pk=festival_id))
    require(actor, JoinFestival.permission, f"event:{event_id}")
    with (
        journal.commit(key, actor, AddSection, expect=expect, event=event_id),
        event_act(event_id, actor, JoinFestival, festival=festival_id) as joining,
    ):
        festival, event = Festival.objects.get(pk=festival_id), joining.event
        if FestivalSection.objects.filter(event=event).exists():
            raise EventRefused(Message(_("This event is already a section of a festival.")), field="event")
        if festival.sections.count() >= MOST_SECTIONS:
            message = Message(_("A festival can have up to %(most)d sections."), {"most": MOST_SECTIONS})
            raise EventRefused(message, field="event")
        return FestivalSection.objects.create(festival=festival, event=event)


def remove_section(festival_id: int, actor: Account, event_id: int, *, expect: int | None = None) -> None:
    """Let an event stand by itself again; nothing in it changes. It takes the right to edit both.

    Raises NotAllowed, Stale and DoesNotExist: of the event, or FestivalSection's where it is no section of this one.
    """
    key = f"festival:{festival_id}"
    require(actor, RemoveSection.permission, key)
    section = FestivalSection.objects.get(festival=festival_id, event=event_id)
    require(actor, LeaveFestival.permission, f"event:{event_id}")
    with (
        journal.commit(key, actor, RemoveSection, expect=expect, event=event_id),
        event_act(event_id, actor, LeaveFestival, festival=festival_id),
    ):
        FestivalSection.objects.get(pk=section.pk).delete()  # another may have been quicker
