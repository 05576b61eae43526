"""Forms of what players choose for all their games."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from common.schema_forms import SchemaForm
from play.table.schemas import BookVacationInput, SetTimeZoneInput
from players.core.time_zones import places


def _day_input() -> forms.DateInput:
    """A day, as browsers let one pick it."""
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _place_choices() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in places()]


class ZoneForm(SchemaForm):
    """Where a player lives."""

    schema = SetTimeZoneInput
    asks = {
        "time_zone": {
            "choices": _place_choices,
            "help_text": gettext_lazy("For vacations you book and games that start from now on."),
        }
    }


class VacationForm(SchemaForm):
    """The days of a vacation."""

    schema = BookVacationInput
    asks = {"first": {"widget": _day_input()}, "last": {"widget": _day_input()}}
