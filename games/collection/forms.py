"""What the collection is searched by, as a form that is sent by address."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from common.web import RefusalsShown
from games.collection.queries.collection import (
    LONGEST_GAME,
    LONGEST_NAME,
    LONGEST_OPENING,
    CollectionQuery,
    read_position,
)
from games.results.services.submit_score import LONGEST_POSITION
from gipf_engine.results import RESULTS
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS

ANALYSED = "analysed"
"""The choice of those records of which an analysis is complete."""


class CollectionForm(forms.Form):
    """Each field that is left empty finds everything. `reader` is who asks.

    `query` is what was asked for, once the form is valid.
    """

    player = forms.CharField(label=gettext_lazy("Player"), max_length=LONGEST_NAME, required=False)
    opponent = forms.CharField(label=gettext_lazy("Opponent"), max_length=LONGEST_NAME, required=False)
    event = forms.CharField(label=gettext_lazy("Event"), max_length=LONGEST_NAME, required=False)
    rules = forms.ChoiceField(label=gettext_lazy("Rules"), required=False)
    result = forms.ChoiceField(label=gettext_lazy("Result"), required=False)
    since = forms.DateField(
        label=pgettext_lazy("a day", "Since"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=pgettext_lazy("a day", "Until"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    fewest = forms.IntegerField(
        label=gettext_lazy("Turns at least"), required=False, min_value=0, max_value=LONGEST_GAME
    )
    most = forms.IntegerField(label=gettext_lazy("Turns at most"), required=False, min_value=0, max_value=LONGEST_GAME)
    record = forms.ChoiceField(label=gettext_lazy("Record"), required=False)
    guests = forms.ChoiceField(label=gettext_lazy("Games of guests"), required=False)
    opening = forms.CharField(
        label=gettext_lazy("Opening"),
        help_text=gettext_lazy("The first turns, in any order that leads to the same position."),
        max_length=LONGEST_OPENING,
        required=False,
        widget=forms.TextInput(attrs={"dir": "ltr"}),
    )
    position = forms.CharField(
        label=gettext_lazy("Position"),
        help_text=gettext_lazy("The text of a position, as the page of a game gives it. Mirror images are found too."),
        max_length=LONGEST_POSITION,
        required=False,
        widget=forms.TextInput(attrs={"dir": "ltr"}),
    )
    query: CollectionQuery
    first = ("player", "rules", "result", "record")
    """Fields that are always seen; the others are folded while nothing is in them."""

    def __init__(self, *args: Any, reader: object, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reader = reader
        any_ = ("", gettext("Any"))
        games = [(key, gettext(rules.name)) for key, rules in all_rules().items() if rules.seats == TWO_SEATS]
        results = [(code, gettext(row.name)) for code, row in RESULTS.items() if row.played]
        _choices(self.fields["rules"], [any_, *games])
        _choices(self.fields["result"], [any_, *results])
        _choices(self.fields["guests"], [("", gettext("Leave out")), ("only", gettext("Only these"))])
        records = [("yes", gettext("With a record")), ("no", gettext("Without a record"))]
        _choices(self.fields["record"], [any_, *records, (ANALYSED, gettext("Analysed"))])

    def clean(self) -> dict[str, Any]:
        """Read the position, which takes the rules."""
        values = self.cleaned_data
        position = None
        with RefusalsShown(self):
            rules, text, opening = (values.get(name, "").strip() for name in ("rules", "position", "opening"))
            position = read_position(rules, text, opening, self.reader)
        plain: dict[str, Any] = {name: values.get(name) for name in ("player", "opponent", "event", "rules", "result")}
        ranges: dict[str, Any] = {name: values.get(name) for name in ("since", "until", "fewest", "most")}
        asked = values.get("record", "")
        record = {"yes": True, "no": False}.get(asked)
        texts: dict[str, Any] = {name: (value or "").strip() for name, value in plain.items()}
        self.query = CollectionQuery(
            **texts,
            **ranges,
            record=record,
            analysed=asked == ANALYSED,
            position=position,
            guests=bool(values.get("guests")),
        )
        return values


def _choices(field: forms.Field, choices: list[tuple[str, str]]) -> None:
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
