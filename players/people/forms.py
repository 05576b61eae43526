"""The forms of people's names and records."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.schema_forms import Asks, SchemaForm
from players.core.countries import countries
from players.models import Person
from players.people.schemas import PlayerChange


def _countries() -> list[tuple[str, str]]:
    return [("", "–"), *countries()]


NAME_AND_COUNTRY: Asks = {
    "name": {
        "label": _("Name"),
        "help_text": _("As shown in tables: first name, then family name."),
        "required": True,
    },
    "country": {"label": _("Country"), "choices": _countries},
}


class PersonForm(SchemaForm):
    """How a person is called and what country they play for."""

    schema = PlayerChange
    asks = NAME_AND_COUNTRY

    @classmethod
    def of(cls, person: Person) -> PersonForm:
        """The form as it stands before anything is changed."""
        return cls(initial={"name": person.name, "country": person.country})


class MergeForm(forms.Form):
    """Which of two records stands for the person from now on."""

    kept = forms.TypedChoiceField(label=_("Name and page to keep"), coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, people: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kept = self.fields["kept"]
        assert isinstance(kept, forms.TypedChoiceField)
        kept.choices = [(person.pk, person.name) for person in people]
