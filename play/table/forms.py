"""Forms of what players choose for all their games."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from players.core.time_zones import places


class _DayField(forms.DateField):
    """A day, as browsers let one pick it."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _places() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in places()]


class ZoneForm(forms.Form):
    """Where a player lives."""

    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("For vacations that you book and games that begin from now on."),
        choices=_places,
    )


class VacationForm(forms.Form):
    """The days of a vacation."""

    first = _DayField(label=gettext_lazy("First day"))
    last = _DayField(label=gettext_lazy("Last day"))
