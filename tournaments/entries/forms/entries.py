"""Forms about players of an event: entering, leaving, byes, seeding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from tournaments.core.forms.widgets import LONGEST_NAME
from tournaments.entries import schemas
from tournaments.entries.queries.numbering import NumberRow
from tournaments.models import ByeRequest
from tournaments.rating_source import RatingSource

NONE = "–"


class SearchForm(forms.Form):
    """Whom to look for."""

    q = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, required=False, strip=True)


class EnterForm(SchemaForm):
    """One person: picked from the list, or called by a new name."""

    schema = schemas.EnterPersonInput
    asks = {"person_id": {}, "name": {}}

    def clean(self) -> dict[str, Any]:
        if not self.errors and not any(self.cleaned_data[name] for name in self.asks):
            self.add_error("name", gettext("Type a name, or pick a person."))
            return self.cleaned_data
        return super().clean()


class WithdrawForm(SchemaForm):
    """How a player leaves a running event."""

    schema = schemas.WithdrawInput
    asks = {
        "annul": {
            "choices": [
                ("no", _("stand; the remaining games are lost by forfeit")),
                ("yes", _("do not count in the standings")),
            ],
            "widget": forms.RadioSelect,
            "required": True,
        },
        "expel": {"help_text": _("The player leaves the standings; the games count for the opponents. Say why.")},
        "reason": {},
        "version": {},
    }


class ByeForm(SchemaForm):
    """A bye in a round to come."""

    schema = schemas.RequestByeInput
    asks = {"round": {}, "kind": {"choices": ()}}

    def __init__(self, *args: Any, own: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(ByeRequest.Kind.HALF, gettext("half a point")), (ByeRequest.Kind.ZERO, gettext("nothing"))]
        self.offer("kind", kinds if own else [*kinds, (ByeRequest.Kind.FULL, gettext("a full point"))])


class HalfByesForm(SchemaForm):
    """Whether a player may have half-point byes at all: one button or the other."""

    schema = schemas.SetHalfByesInput
    asks = {"half_byes": {"choices": [("yes", ""), ("no", "")], "required": True}}


class TakeByeBackForm(forms.Form):
    """The round whose bye is taken back."""

    round = forms.IntegerField(label=_("Round"), min_value=1)


class TakeRatingsForm(SchemaForm):
    """The players who get the rating of the list."""

    schema = schemas.TakeListedRatingsInput
    asks = {"entries": {"widget": forms.CheckboxSelectMultiple}, "version": {}}

    def __init__(self, *args: Any, rows: Sequence[NumberRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("entries", [(row.entry.id, self._label(row)) for row in rows])

    def _label(self, row: NumberRow) -> str:
        """The name, the rating that the event uses, and the list's."""
        used, listed = (str(value) if value is not None else NONE for value in (row.entry.rating, row.listed))
        params = {"name": row.entry.name, "used": used, "listed": listed}
        if row.entry.rating_source == RatingSource.HAND:
            return gettext("%(name)s: %(used)s, set by hand; on the list: %(listed)s") % params
        return gettext("%(name)s: %(used)s; on the list: %(listed)s") % params
