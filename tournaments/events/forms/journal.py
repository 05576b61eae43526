"""Which lines of the journal are wanted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.journal.queries.journal_pages import KIND_NAMES, JournalFilter

MOST_ROUND = 999


class JournalForm(forms.Form):
    """The fields of the search; what is no kind or no number is looked for as if it were left out."""

    q = forms.CharField(label=gettext_lazy("Player, person or reason"), max_length=80, required=False)
    kind = forms.ChoiceField(label=gettext_lazy("What"), required=False)
    round = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, max_value=MOST_ROUND, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = [("", _("everything")), *((key, _(name)) for key, name in KIND_NAMES.items())]

    @property
    def wanted(self) -> JournalFilter:
        """What was asked for."""
        self.is_valid()
        data = self.cleaned_data
        return JournalFilter(kind=data.get("kind", ""), round=data.get("round"), text=data.get("q", ""))
