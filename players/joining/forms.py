"""The form of who asks to join."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from players.core.form_fields import NameField


class AskToJoinForm(forms.Form):
    """Who asks to join a club."""

    name = NameField(label=_("Your name"), help_text=_("As shown in tables and lists."))
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("We write here once you are approved. Visible to organisers only."),
    )
