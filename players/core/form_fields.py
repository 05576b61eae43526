"""The fields that forms of several subjects have."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.core.time_zones import places
from players.models.accounts import LONGEST_USERNAME
from players.names import LONGEST, NotAName, clean_name


class NameField(forms.CharField):
    """A name as `players.names.clean_name` takes it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST, **kwargs)

    def clean(self, value: Any) -> str:
        text = str(super().clean(value))
        try:
            return clean_name(text) if text or self.required else ""
        except NotAName as error:
            raise ValidationError(error.message.translate(gettext)) from error


class DayField(forms.DateField):
    """A day, as browsers let one pick it."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def time_zone_choices() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in places()]


def username_field(*, new: bool = False) -> forms.CharField:
    help_text = _("Letters, digits, dots, hyphens and underscores. Others see it in the journal.") if new else ""
    field = forms.CharField(label=_("Sign-in name"), max_length=LONGEST_USERNAME, help_text=help_text)
    field.widget.attrs |= {"autocapitalize": "none", "autocomplete": "username", "spellcheck": "false", "dir": "ltr"}
    return field


def password_field(label: Any, **attributes: str) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"dir": "ltr", **attributes})
    return forms.CharField(label=label, max_length=200, strip=False, widget=widget)


def code_field(*, recovers: bool = True) -> forms.CharField:
    help_text = _("Six digits from your authenticator app, or one of your recovery codes.") if recovers else ""
    field = forms.CharField(label=_("Code"), max_length=40, help_text=help_text)
    field.widget.attrs |= {
        "autocomplete": "one-time-code",
        "autocapitalize": "none",
        "spellcheck": "false",
        "dir": "ltr",
    }
    return field
