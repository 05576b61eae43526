"""The forms that pages of several subjects show."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.core.form_fields import username_field
from players.models import Account


class NewAccountForm(forms.Form):
    """An account for another person. Its owner chooses the password by a one-time link."""

    username = username_field(new=True)
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_("For password help and the mail that you choose."),
    )


class LinkForm(forms.Form):
    """An account that is there, by its sign-in name."""

    username = username_field()

    def clean_username(self) -> Account:
        account = Account.objects.filter(username__iexact=self.cleaned_data["username"]).first()
        if account is None:
            raise ValidationError(gettext("No account has this sign-in name."))
        return account
