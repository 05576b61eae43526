"""Forms of a round: what is drawn, until when it is played, why two do not meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from tournaments.core.forms.widgets import MOST_ON_A_LIST
from tournaments.core.loader import EntryRow
from tournaments.rounds import schemas


class ExplainForm(SchemaForm):
    """Two players who did not meet; nobody for the whole round."""

    schema = schemas.ExplainPairingInput
    asks = {"one": {}, "two": {}}


class WhyNotForm(forms.Form):
    """Two players who did not meet: picked from a list or, in a large field, called by their pairing numbers."""

    one = forms.TypedChoiceField(label=_("Why not"), coerce=int)
    two = forms.TypedChoiceField(label=_("against"), coerce=int)

    def __init__(self, *args: Any, entries: Sequence[EntryRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = {entry.number for entry in entries}
        for name in ("one", "two"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            if len(entries) > MOST_ON_A_LIST:
                self.fields[name] = forms.IntegerField(label=field.label, min_value=1, max_value=max(self._known))
            else:
                field.choices = [(entry.number, f"{entry.number} {entry.name}") for entry in entries]

    @property
    def _known(self) -> list[int]:
        return [number for number in self.numbers if number is not None]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in ("one", "two"):
            if data.get(name) is not None and data[name] not in self.numbers:
                self.add_error(name, gettext("There is no such player."))
        return data
