"""The form of who asks to join."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from players.core.form_fields import NameField


class GuardianFields(forms.Form):
    """What a club that asks guardians needs to know of those who register by themselves; others ask for neither."""

    birth_year = forms.IntegerField(
        label=_("Year of birth"),
        required=False,
        min_value=1900,
        max_value=2100,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "bday-year"}),
    )
    guardian_email = forms.EmailField(
        label=_("E-mail of a parent or guardian"),
        required=False,
        help_text=_("Only for players under 18: they are asked to consent before you are approved."),
    )

    def __init__(self, *args: Any, asks_guardians: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_guardians:
            del self.fields["birth_year"], self.fields["guardian_email"]
        else:
            self.fields["birth_year"].required = True


class AskToJoinForm(GuardianFields):
    """Who asks to join a club."""

    name = NameField(label=_("Your name"), help_text=_("As shown in tables and lists."))
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("We write here once you are approved. Visible to organisers only."),
    )

    field_order = ("name", "email", "birth_year", "guardian_email")
