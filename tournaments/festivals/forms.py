"""The forms of festivals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms

from common.schema_forms import SchemaForm
from tournaments.core.forms import DateInput, PlanForm
from tournaments.festivals.schemas import FestivalChange, FestivalNew, FestivalPlan, MoveEntryInput, SectionNew
from tournaments.festivals.services.festivals import PLAN
from tournaments.models import Event

DAYS = {"starts_on": {"widget": DateInput}, "ends_on": {"widget": DateInput}}


class _PlanForm(PlanForm):
    """What is decided of a festival."""

    kept = PLAN
    schema: ClassVar[type[FestivalPlan]] = FestivalNew
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "name": {},
        "place": {},
        **DAYS,
        "about": {"widget": forms.Textarea(attrs={"rows": 4})},
    }


class NewFestivalForm(_PlanForm):
    """A festival that is made; its club is given."""


class FestivalForm(_PlanForm):
    """A festival that is changed."""

    schema = FestivalChange
    asks = {**_PlanForm.asks, "version": {}}


class SectionForm(SchemaForm):
    """An event that joins."""

    schema = SectionNew
    asks = {"event": {"choices": ()}}

    def __init__(self, *args: Any, events: Iterable[Event] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("event", [(event.pk, event.name) for event in events], changing=True)


class MoveForm(SchemaForm):
    """Where a player moves to."""

    schema = MoveEntryInput
    asks = {"section": {"choices": ()}, "version": {}}
