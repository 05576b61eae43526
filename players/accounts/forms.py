"""The forms of accounts: signing in, passwords, second factor, passkeys, keys, mail."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from players.accounts.services.subscriptions import MailKind
from players.accounts.services.tokens import LONGEST_LABEL
from players.core.form_fields import NameField, code_field, password_field, username_field
from players.models import Account, KeyScope
from players.models.accounts import MOST_A_MINUTE
from players.models.sign_in import LONGEST_NAME

KEY_DAYS = (30, 90, 365)
_OWN = ""


class TokenForm(forms.Form):
    """A new key to the API: what it is for, of which account, what it can do, until when and how often."""

    label = forms.CharField(
        label=_("Purpose of the key"), max_length=LONGEST_LABEL, help_text=_("For example: results from my phone")
    )
    account = forms.ChoiceField(label=_("Acts as"), required=False)
    scopes = forms.MultipleChoiceField(
        label=_("Allowed beside reading"),
        required=False,
        initial=KeyScope.values,
        widget=forms.CheckboxSelectMultiple,
        choices=[
            (KeyScope.PLAY, _("Playing: turns, offers, resigning")),
            (KeyScope.CHALLENGE, _("Challenges and quick pairing")),
            (KeyScope.CHAT, _("Chat, reports and blocks")),
            (KeyScope.MANAGE, _("Everything else: clubs, events, results, account")),
        ],
    )
    days = forms.TypedChoiceField(label=_("Valid for"), required=False, coerce=int, empty_value=None)
    per_minute = forms.IntegerField(
        label=_("Requests a minute"),
        required=False,
        min_value=1,
        max_value=MOST_A_MINUTE,
        help_text=_("Leave empty for the limits of the account."),
    )

    def __init__(self, *args: Any, owner: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.accounts = {_OWN: owner} | {str(each.pk): each for each in owner.programs.select_related("person")}
        self.fields["account"].choices = [(key, self._name(each)) for key, each in self.accounts.items()]  # type: ignore[attr-defined]  # a field is declared as its base class
        self.fields["days"].choices = [("", gettext("No end")), *((days, _in_days(days)) for days in KEY_DAYS)]  # type: ignore[attr-defined]  # as above
        if len(self.accounts) == 1:
            self.fields["account"].widget = forms.HiddenInput()

    def _name(self, account: Account) -> str:
        return account.person.shown_name if account.owner_id is not None and account.person else account.username

    @property
    def asked(self) -> dict[str, Any]:
        """What the service takes."""
        given, days = self.cleaned_data, self.cleaned_data["days"]
        return {
            "account": self.accounts[given["account"]],
            "label": given["label"],
            "scopes": [KeyScope(scope) for scope in given["scopes"]],
            "expires_at": timezone.now() + timedelta(days=days) if days else None,
            "per_minute": given["per_minute"],
        }


def _in_days(days: int) -> str:
    return ngettext("%(number)d day", "%(number)d days", days) % {"number": days}


class ProgramForm(forms.Form):
    """What a new program is called."""

    name = NameField(label=_("Name of the program"), help_text=_("“(program)” is added to it everywhere."))


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
