"""The forms of circuits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from common.translation import translate_message
from gipf_engine.messages import Message
from gipf_engine.tournament.circuits import CircuitRules, Scale, Sharing, TieRule, write_points
from tournaments.circuits.labels import SHARING, TIES, scale_name
from tournaments.circuits.schemas import CircuitChange, CircuitEventNew, CircuitNew, CircuitPlan
from tournaments.core.formats import game_names
from tournaments.core.forms import PlanForm
from tournaments.models import Circuit, Event


class _PlanForm(PlanForm):
    """What is decided of a circuit: where a page finds a field empty, no result is left out, and there is no rule."""

    kept = ("name", "game", "scale", "own", "tied", "counted", "ties", "about")
    left_empty = {"game": "", "own": [], "counted": None, "ties": []}
    schema: ClassVar[type[CircuitPlan]] = CircuitNew
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "name": {},
        "game": {"choices": (), "required": False},
        "scale": {"choices": (), "required": True},
        "own": {},
        "tied": {"choices": (), "required": True},
        "counted": {"help_text": _("The best ones of each player; empty for all")},
        "ties": {"choices": (), "required": False, "widget": forms.CheckboxSelectMultiple},
        "about": {"widget": forms.Textarea(attrs={"rows": 4})},
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        usual = CircuitRules()
        ties = [rule.value for rule in usual.ties]
        first = {"scale": usual.scale.value, "tied": usual.sharing.value, "ties": ties}
        kwargs["initial"] = first | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        self.offer("game", [("", gettext("All games")), *game_names().items()])
        self.offer("scale", [(each.value, translate_message(scale_name(each))) for each in Scale])
        self.offer("tied", [(each.value, translate_message(Message(SHARING[each]))) for each in Sharing])
        self.offer(
            "ties",
            [(each.value, translate_message(Message(TIES[each]))) for each in _rules_in_order(kwargs["initial"])],
        )

    @classmethod
    def decided(cls, held: Circuit) -> dict[str, Any]:
        return {**super().decided(held), "own": " ".join(map(write_points, held.own))}


def _rules_in_order(initial: Mapping[str, Any]) -> list[TieRule]:
    """The rules that are chosen, in their order, and then the others."""
    chosen = [TieRule(key) for key in initial["ties"]]
    return [*chosen, *(rule for rule in TieRule if rule not in chosen)]


class NewCircuitForm(_PlanForm):
    """A circuit that is made; its club is given."""


class CircuitForm(_PlanForm):
    """A circuit that is changed."""

    schema = CircuitChange
    asks = {**_PlanForm.asks, "version": {}}


class CircuitEventForm(SchemaForm):
    """An event that is to count."""

    schema = CircuitEventNew
    asks = {"event": {"choices": ()}, "weight": {}}

    def __init__(self, *args: Any, events: Iterable[Event] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("event", [(event.pk, event.name) for event in events], changing=True)
