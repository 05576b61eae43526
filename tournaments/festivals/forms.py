"""The forms of festivals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms

from common.schema_forms import SchemaForm
from tournaments.core.forms import DateInput
from tournaments.festivals.schemas import FestivalChange, FestivalNew, FestivalPlan, MoveEntryInput, SectionNew
from tournaments.festivals.services.festivals import PLAN
from tournaments.models import Event, Festival

DAYS = {"starts_on": {"widget": DateInput}, "ends_on": {"widget": DateInput}}


class _PlanForm(SchemaForm):
    """What is decided of a festival."""

    schema: ClassVar[type[FestivalPlan]] = FestivalNew
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "name": {},
        "place": {},
        **DAYS,
        "about": {"widget": forms.Textarea(attrs={"rows": 4})},
    }

    def plan(self) -> dict[str, Any]:
        """What the services take."""
        return {name: self.input[name] for name in PLAN if name in self.input}


class NewFestivalForm(_PlanForm):
    """A festival that is made; its club is given."""


class FestivalForm(_PlanForm):
    """A festival that is changed."""

    schema = FestivalChange
    asks = {**_PlanForm.asks, "version": {}}

    @classmethod
    def of(cls, festival: Festival, version: int) -> FestivalForm:
        """The form before anything is changed."""
        return cls(initial={name: getattr(festival, name) for name in PLAN} | {"version": version})


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
