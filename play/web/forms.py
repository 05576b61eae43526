"""Forms of solitaires: a deal to practise with, and a turn."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from engine.rules import all_rules
from play.services import practice_rules
from play.services.practice import HIGHEST_NUMBER

LONGEST_TURN = 12


class PracticeForm(forms.Form):
    """Which game, and which deal of it."""

    rules = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect, choices=())
    number = forms.IntegerField(
        label=gettext_lazy("Number of the deal"),
        help_text=gettext_lazy(
            "The same number is the same deal for everybody. Without one you get a deal by chance that can be won."
        ),
        min_value=1,
        max_value=HIGHEST_NUMBER,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["rules"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, gettext(all_rules()[key].name)) for key in practice_rules()]


class TurnForm(forms.Form):
    """A turn, and the version of the table that it was chosen on."""

    turn = forms.CharField(max_length=LONGEST_TURN)
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)


class StepForm(forms.Form):
    """What is done with an attempt beside turns, and the version of the table."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
