"""The form of who is not to meet whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.formats import MOST_ROUNDS
from tournaments.core.loader import EntryRow


class ExclusionForm(forms.Form):
    """Players of whom no two may be paired, and in which rounds."""

    entries = forms.TypedMultipleChoiceField(
        label=_("Players"), coerce=int, widget=forms.CheckboxSelectMultiple, help_text=_("Tick two or more.")
    )
    first_round = forms.IntegerField(label=_("From round"), min_value=1, max_value=MOST_ROUNDS, initial=1)
    last_round = forms.IntegerField(
        label=_("To round"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("Leave empty for all later rounds."),
    )
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, entries: Sequence[EntryRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["entries"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(entry.id, entry.name) for entry in entries]
