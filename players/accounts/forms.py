"""The forms of accounts: signing in, passwords, second factor, passkeys, keys, mail."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.accounts.services.subscriptions import MailKind
from players.accounts.services.tokens import LONGEST_LABEL
from players.core.form_fields import NameField, code_field, password_field, username_field
from players.models import Account
from players.models.sign_in import LONGEST_NAME


class TokenForm(forms.Form):
    """What a new key to the API is for."""

    label = forms.CharField(
        label=_("Purpose of the key"), max_length=LONGEST_LABEL, help_text=_("For example: results from my phone")
    )


class PasskeyForm(forms.Form):
    """A new passkey: what its owner calls it, and what the browser answered (JSON), which a script fills in."""

    name = forms.CharField(
        label=_("Name of the passkey"), max_length=LONGEST_NAME, help_text=_("For example: my phone")
    )
    credential = forms.CharField(required=False, widget=forms.HiddenInput)


class SignUpMailForm(forms.Form):
    """An account of one's own, by mail."""

    name = NameField(label=_("Your name"), help_text=_("As shown in tables and lists."))
    email = forms.EmailField(label=_("E-mail address"), max_length=254)


class SignUpPasskeyForm(forms.Form):
    """An account of one's own, by a passkey, whose answer (JSON) a script fills in."""

    name = NameField(label=_("Your name"), help_text=_("As shown in tables and lists."))
    credential = forms.CharField(required=False, widget=forms.HiddenInput)


class SignInForm(forms.Form):
    """A sign-in name and a password."""

    username = username_field()
    password = password_field(_("Password"), autocomplete="current-password")


class NewPasswordForm(forms.Form):
    """A new password, twice. `owner` is whose it will be; it must not resemble the name."""

    password = password_field(_("New password"), autocomplete="new-password")
    again = password_field(_("Once more"), autocomplete="new-password")

    def __init__(self, *args: Any, owner: Account | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner = owner
        self.fields["password"].help_text = password_validation.password_validators_help_text_html()

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        password, again = given.get("password"), given.get("again")
        if password and again and password != again:
            self.add_error("again", gettext("The two are not the same."))
        elif password:
            owner = self.owner or Account(username=str(given.get("username", "")))
            try:
                password_validation.validate_password(password, owner)
            except ValidationError as error:
                self.add_error("password", error)
        return given


class ChangePasswordForm(NewPasswordForm):
    """A new password by a person who knows the old one."""

    old = password_field(_("Current password"), autocomplete="current-password")
    remove_keys = forms.BooleanField(
        label=_("Remove my keys to the API"),
        required=False,
        initial=True,
        help_text=_("Keep this selected if others may know your old password: keys work without it."),
    )

    field_order = ("old", "password", "again", "remove_keys")

    def __init__(self, *args: Any, keys: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not keys:  # the page asks nothing that makes no difference
            self.fields["remove_keys"].widget = forms.HiddenInput()


class EmailForm(forms.Form):
    """Where password help goes. Anyone who changes it could take the account over, so it takes the password."""

    email = forms.EmailField(label=_("E-mail address"), required=False, max_length=254)
    old = password_field(_("Current password"), autocomplete="current-password")

    def __init__(self, *args: Any, asks_password: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_password:  # a passkey has just proven who it is
            del self.fields["old"]


class CodeForm(forms.Form):
    """A code of the authenticator app, or a recovery code."""

    code = code_field()


class ProofForm(forms.Form):
    """Who one is, once more. The code is asked where the account has a second factor."""

    old = password_field(_("Current password"), autocomplete="current-password")
    code = code_field()

    def __init__(self, *args: Any, asks_code: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_code:
            del self.fields["code"]


class SetUpForm(forms.Form):
    """The first code, which proves that the app has the secret."""

    code = code_field(recovers=False)


class PasswordMailForm(forms.Form):
    """To whom password help shall go."""

    email = forms.EmailField(label=_("E-mail address of your account"), max_length=254)


class MailForm(forms.Form):
    """Kinds of mail to tick."""

    def __init__(self, *args: Any, kinds: Sequence[MailKind], chosen: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in kinds:
            self.fields[kind.key] = forms.BooleanField(
                label=gettext(kind.label), help_text=gettext(kind.help), required=False, initial=kind.key in chosen
            )
