"""The forms of quick pairing: the game and a time control, or one of one's own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from common.schema_forms import SchemaForm
from common.translation import translate_message
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Refused
from play.challenges.forms import rules_of_two
from play.challenges.schemas import SeekInput

KINDS = (
    ("+", gettext_lazy("Time added after each turn")),
    ("d", gettext_lazy("Delay before each turn")),
    ("b", gettext_lazy("Byo-yomi")),
    ("days", gettext_lazy("Days per turn")),
)


def _write(number: float) -> str:
    return f"{number:g}"


class OwnControlForm(forms.Form):
    """A time control put together: minutes or days, and what each turn adds. Fields that do not matter are ignored."""

    kind = forms.ChoiceField(label=gettext_lazy("Kind of clock"), choices=KINDS)
    main = forms.FloatField(
        label=gettext_lazy("Minutes per player"),
        help_text=gettext_lazy("With days per turn: days in reserve."),
        min_value=0,
        max_value=360,
        initial=10,
    )
    step = forms.FloatField(
        label=gettext_lazy("Seconds per turn"),
        help_text=gettext_lazy("With days per turn: days."),
        min_value=0,
        max_value=3600,
        initial=5,
    )
    periods = forms.IntegerField(label=gettext_lazy("Periods of byo-yomi"), min_value=1, max_value=50, initial=3)

    def clean(self) -> dict[str, Any]:
        """The control in the words of the engine."""
        values = super().clean() or {}
        if {"kind", "main", "step", "periods"} <= values.keys():
            try:
                values["control"] = str(parse_control(_control_text(values)))
            except Refused as refused:
                raise forms.ValidationError(translate_message(refused.message)) from None
        return values


def _control_text(values: dict[str, Any]) -> str:
    main, step = values["main"], _write(values["step"])
    if values["kind"] == "days":
        return f"{step}days+{_write(main)}"
    seconds = _write(main * 60)
    return f"{seconds}b{values['periods']}x{step}" if values["kind"] == "b" else f"{seconds}{values['kind']}{step}"


class QuickForm(SchemaForm):
    """What to play at once."""

    schema = SeekInput
    asks = {
        "rules": {"label": gettext_lazy("Game"), "choices": rules_of_two},
        "control": {},
        "members": {"label": gettext_lazy("Rated games only")},
    }
