"""Forms about players of an event: entering, leaving, byes, seeding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from gipf_engine.messages import SEPARATOR
from tournaments.models import ByeRequest
from tournaments.queries.numbering import NumberRow
from tournaments.rating_source import MOST_RATING, RatingSource
from tournaments.services.base import LONGEST_REASON

LONGEST_NAME = 80
MOST_NAMED = 12
NONE = "–"


class ReasonForm(forms.Form):
    """Why something is done, for the journal."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("The event's journal shows it."))
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


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


class TypedForm(forms.Form):
    """A word that has to be typed before something goes for good."""

    typed = forms.CharField(label=_("Type it to confirm"), max_length=LONGEST_NAME)
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, word: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.word = word
        self.fields["typed"].label = gettext("Type “%(word)s” to confirm") % {"word": word}

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"]
        if " ".join(typed.split()).casefold() != self.word.casefold():
            raise forms.ValidationError(gettext("This is not the text above."))
        return typed


class DeleteForm(TypedForm):
    """A draft that is deleted, with the people whom it made where somebody ticks that."""

    with_people = forms.BooleanField(required=False)

    def __init__(self, *args: Any, people: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"]
        if not people:
            del self.fields["with_people"]
            return
        label = ngettext(
            "Also delete %(count)d person who was added with this draft",
            "Also delete %(count)d people who were added with this draft",
            len(people),
        )
        self.fields["with_people"].label = label % {"count": len(people)}
        shown = gettext(SEPARATOR).join([*people[:MOST_NAMED], *(["…"] if len(people) > MOST_NAMED else [])])
        self.fields["with_people"].help_text = gettext("No account, game or other event has them: %(names)s") % {
            "names": shown
        }
