"""What is looked for in the lobby, as a form that is sent by address."""

from __future__ import annotations

from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from play.challenges.forms.challenges import rules_of_two
from play.challenges.queries import CORRESPONDENCE, EVERYTHING, REAL_TIME, ChallengeFilter
from play.challenges.services.challenges import HIGHEST_RATING


class LobbyForm(forms.Form):
    """Each field that is left empty finds everything."""

    rules = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    clock = forms.ChoiceField(label=gettext_lazy("Time"), required=False)
    colour = forms.ChoiceField(label=gettext_lazy("Your colour"), required=False)
    least = forms.IntegerField(
        label=gettext_lazy("Lowest rating"), min_value=0, max_value=HIGHEST_RATING, required=False
    )
    most = forms.IntegerField(
        label=gettext_lazy("Highest rating"), min_value=0, max_value=HIGHEST_RATING, required=False
    )

    def __init__(self, request: HttpRequest) -> None:
        super().__init__({name: request.GET.get(name, "").replace("\0", "") for name in self.base_fields})
        any_ = ("", gettext("Any"))
        clocks = [(REAL_TIME, gettext("In real time")), (CORRESPONDENCE, gettext("By correspondence"))]
        colours = [("white", gettext("White")), ("black", gettext("Black"))]
        for name, choices in (("rules", rules_of_two()), ("clock", clocks), ("colour", colours)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [any_, *choices]

    @property
    def is_used(self) -> bool:
        """Whether anything is looked for."""
        return any(self.data.values())

    @property
    def query(self) -> str:
        """The part of an address that looks for the same: "?rules=lyngk-main"; "" where nothing is looked for."""
        filled = {name: text for name, text in self.data.items() if text}
        return f"?{urlencode(filled)}" if filled else ""

    @property
    def wanted(self) -> ChallengeFilter:
        """What is looked for; everything where the form is not filled in as it should be."""
        return ChallengeFilter(**self.cleaned_data) if self.is_valid() else EVERYTHING
