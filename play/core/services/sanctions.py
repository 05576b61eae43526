"""What moderators have imposed on players, and what it keeps them from."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.errors import PlayRefused
from play.core.services.blocks import need_no_block
from play.models import Sanction
from players.core.queries.records import record_ids
from players.models import Person

_OTHER_SUSPENDED = Message(_("This person cannot start games at present."))


def sanctions_of(person: Person) -> QuerySet[Sanction]:
    """What is in force for a person, the newest first."""
    return Sanction.objects.filter(person__in=record_ids(person.pk), until__gt=timezone.now())


def need_may_meet(actor: Person, other: Person) -> None:
    """Raise `PlayRefused` where two people cannot begin a game: one is suspended, or has blocked the other."""
    need_unsuspended(actor)
    need_no_block(actor, other)
    if _until(other, Sanction.Kind.SUSPENSION):
        raise PlayRefused(_OTHER_SUSPENDED)


def need_unsuspended(person: Person) -> None:
    """Raise `PlayRefused` for who may not begin games at present."""
    if until := _until(person, Sanction.Kind.SUSPENSION):
        raise PlayRefused(Message(_("A moderator has suspended you from new games until %(when)s."), {"when": until}))


def need_unmuted(person: Person) -> None:
    """Raise `PlayRefused` for who may not write to others at present."""
    if until := _until(person, Sanction.Kind.MUTE):
        raise PlayRefused(Message(_("A moderator has switched off your chat until %(when)s."), {"when": until}))


def _until(person: Person, kind: str) -> str:
    """Until when something of a kind is in force; "" where nothing is."""
    rows = sanctions_of(person).filter(kind=kind).order_by("-until").values_list("until", flat=True)
    return next((f"{until:%Y-%m-%d %H:%M} UTC" for until in rows[:1]), "")
