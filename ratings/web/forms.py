"""The form of a list's own numbers, made from what its system knows."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext

from engine.ratings.base import System


class ParametersForm(forms.Form):
    """One whole number for each parameter of a rating system."""

    def __init__(self, *args: Any, system: System, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for known in system.all_known():
            range_told = gettext("%(least)d to %(most)d, by default %(default)d")
            self.fields[known.key] = forms.IntegerField(
                label=gettext(known.help),
                help_text=range_told % {"least": known.least, "most": known.most, "default": known.default},
                min_value=known.least,
                max_value=known.most,
                initial=system.values[known.key],
            )
