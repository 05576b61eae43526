"""The form of a list's own numbers, made from what its system knows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.translation import translate_message
from engine.ratings import System, all_systems
from games.labels import rules_name


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
                initial=system.parameters[known.key],
            )


class SystemForm(forms.Form):
    """Which list, and by which system it is rated."""

    rules = forms.ChoiceField(label=_("Rules"))
    system = forms.ChoiceField(label=_("Rating system"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, rules: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rules"].choices = [(key, translate_message(rules_name(key))) for key in rules]  # type: ignore[attr-defined]
        self.fields["system"].choices = [  # type: ignore[attr-defined]
            (key, f"{gettext(system.name)}: {gettext(system.help)}") for key, system in sorted(all_systems().items())
        ]
