"""Forms about players of an event: entering, leaving, byes, seeding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.widgets import LONGEST_NAME
from tournaments.core.services.base import LONGEST_REASON
from tournaments.entries.queries.numbering import NumberRow
from tournaments.models import ByeRequest
from tournaments.rating_source import MOST_RATING, RatingSource

NONE = "–"


class SearchForm(forms.Form):
    """Whom to look for."""

    q = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, required=False, strip=True)


class EnterForm(forms.Form):
    """One person: picked from the list, or called by a new name."""

    person = forms.IntegerField(required=False, min_value=1)
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data.get("person") and not data.get("name"):
            self.add_error("name", gettext("Type a name, or pick a person."))
        return data


class WithdrawForm(forms.Form):
    """How a player leaves a running event."""

    annul = forms.TypedChoiceField(
        label=_("The player's results"),
        coerce=lambda value: value == "yes",
        choices=[
            ("no", _("stand; the remaining games are lost by forfeit")),
            ("yes", _("do not count in the standings")),
        ],
        widget=forms.RadioSelect,
    )
    expel = forms.BooleanField(
        label=_("Expelled"),
        required=False,
        help_text=_("The player leaves the standings; the games count for the opponents. Say why."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class ByeForm(forms.Form):
    """A bye in a round to come."""

    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=99)
    kind = forms.ChoiceField(label=_("Worth"))

    def __init__(self, *args: Any, own: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(ByeRequest.Kind.HALF, gettext("half a point")), (ByeRequest.Kind.ZERO, gettext("nothing"))]
        if not own:
            kinds.append((ByeRequest.Kind.FULL, gettext("a full point")))
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = kinds


class RatingForm(forms.Form):
    """A rating that is not the list's, and why."""

    rating = forms.IntegerField(
        label=_("Rating"), required=False, min_value=1, max_value=MOST_RATING, help_text=_("Leave empty for no rating.")
    )
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("The event's journal shows it."))
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class TakeRatingsForm(forms.Form):
    """The players who get the rating of the list."""

    entries = forms.TypedMultipleChoiceField(label=_("Players"), coerce=int, widget=forms.CheckboxSelectMultiple)
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, rows: Sequence[NumberRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["entries"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(row.entry.id, self._label(row)) for row in rows]

    def _label(self, row: NumberRow) -> str:
        """The name, the rating that the event uses, and the list's."""
        used, listed = (str(value) if value is not None else NONE for value in (row.entry.rating, row.listed))
        told = {"name": row.entry.name, "used": used, "listed": listed}
        if row.entry.rating_source == RatingSource.HAND:
            return gettext("%(name)s: %(used)s, set by hand; on the list: %(listed)s") % told
        return gettext("%(name)s: %(used)s; on the list: %(listed)s") % told
