"""Forms of solitaires: a deal to practise with, and a turn."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.core.option_choices import option_choices
from gipf_engine.rules import all_rules
from play.core.replay import LONGEST_TURN
from play.solitaires.services.practice import HIGHEST_NUMBER, practice_rules


class PracticeForm(forms.Form):
    """Which game, and which deal of it."""

    rules = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect, choices=())
    number = forms.IntegerField(
        label=gettext_lazy("Number of the deal"),
        help_text=gettext_lazy(
            "The same number gives everybody the same deal. Without a number you get a random deal that can be won."
        ),
        min_value=1,
        max_value=HIGHEST_NUMBER,
        required=False,
    )
    seed = forms.CharField(
        label=gettext_lazy("Or its seed"),
        help_text=gettext_lazy("64 hexadecimal digits: of a deal that you were shown, or any of your own."),
        widget=forms.TextInput(attrs={"class": "hash", "dir": "ltr", "spellcheck": "false", "autocomplete": "off"}),
        max_length=80,
        required=False,
    )
    options = forms.MultipleChoiceField(
        label=gettext_lazy("Options of the rules"),
        help_text=gettext_lazy("With an option, a deal by chance may be one that cannot be won."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        choices=(),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = practice_rules()
        self._choice("rules").choices = [(key, gettext(all_rules()[key].name)) for key in known]
        self._choice("options").choices = option_choices(known)

    def _choice(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field


class TurnForm(forms.Form):
    """A turn, and the version of the table that it was chosen on."""

    turn = forms.CharField(max_length=LONGEST_TURN)
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)


class StepForm(forms.Form):
    """What is done with an attempt beside turns, and the version of the table."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
