"""The forms of people's names and records."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from players.core.countries import countries
from players.core.form_fields import NameField
from players.models import Person


class PersonForm(forms.Form):
    """How a person is called and what country they play for."""

    name = NameField(label=_("Name"), help_text=_("As shown in tables: first name, then family name."))
    country = forms.ChoiceField(label=_("Country"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        country = self.fields["country"]
        assert isinstance(country, forms.ChoiceField)
        country.choices = [("", "–"), *countries()]

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
