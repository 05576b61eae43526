"""The forms of this app. What a name is, and who may do what, services decide; forms say it earlier and nearer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from players.countries import countries
from players.erasure import Hit
from players.models import Account, Club, Membership, Person
from players.names import LONGEST, NotAName, clean_name
from players.roles import ROLE_NAMES, Role
from players.services.accounts import LONGEST_USERNAME
from players.services.subscriptions import MailKind
from players.services.tokens import LONGEST_LABEL
from players.sign_in_models import LONGEST_NAME
from players.time_zones import places


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


def _time_zones() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in places()]


def _username_field(*, new: bool = False) -> forms.CharField:
    help_text = _("Letters, digits, dots, hyphens and underscores. Others see it in the journal.") if new else ""
    field = forms.CharField(label=_("Sign-in name"), max_length=LONGEST_USERNAME, help_text=help_text)
    field.widget.attrs |= {"autocapitalize": "none", "autocomplete": "username", "spellcheck": "false", "dir": "ltr"}
    return field


def _password_field(label: Any, **attributes: str) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"dir": "ltr", **attributes})
    return forms.CharField(label=label, max_length=200, strip=False, widget=widget)


def _code_field(*, recovers: bool = True) -> forms.CharField:
    help_text = _("Six digits from your authenticator app, or one of your recovery codes.") if recovers else ""
    field = forms.CharField(label=_("Code"), max_length=40, help_text=help_text)
    field.widget.attrs |= {
        "autocomplete": "one-time-code",
        "autocapitalize": "none",
        "spellcheck": "false",
        "dir": "ltr",
    }
    return field


# --- clubs --------------------------------------------------------------------------------------------


class ClubForm(forms.Form):
    """A club that is there."""

    name = NameField(label=_("Name of the club"))
    place = NameField(label=_("Place"), required=False, help_text=_("Where it meets."))
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=_time_zones, initial="UTC")
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    @classmethod
    def of(cls, club: Club, version: int) -> ClubForm:
        """The form as it stands before anything is changed."""
        kept = {"name": club.name, "place": club.place, "time_zone": club.time_zone}
        return cls(initial=kept | {"version": version})


class NewClubForm(ClubForm):
    """A club that an administrator of the server makes."""

    admitted = forms.BooleanField(
        label=_("Its games count in the rating lists of the whole server"),
        required=False,
        help_text=_("For clubs whose results you trust. The club's own lists count them anyway."),
    )


class AdmissionForm(forms.Form):
    """Whether a club's games count in the lists of the whole server."""

    admitted = forms.ChoiceField(choices=[("1", ""), ("0", "")])


class AskToJoinForm(forms.Form):
    """Who asks to join a club."""

    name = NameField(label=_("Your name"), help_text=_("As it stands in tables and lists."))
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Where we write once you are approved. Only the organisers see it."),
    )


# --- people -------------------------------------------------------------------------------------------


class PersonForm(forms.Form):
    """How somebody is called and what country they play for."""

    name = NameField(label=_("Name"), help_text=_("As it stands in tables: first name, then family name."))
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


class NewPersonForm(PersonForm):
    """Somebody whom the server does not know yet. `sure` is asked only where it knows the name."""

    since = DayField(label=_("Member since"))
    sure = forms.BooleanField(label=_("This is somebody else with the same name"), required=False)

    def __init__(self, *args: Any, asks_sure: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["since"].initial = timezone.localdate()
        if not asks_sure:
            self.fields["sure"].widget = forms.HiddenInput()


class MembershipForm(forms.Form):
    """From when to when somebody is a member."""

    since = DayField(label=_("Member since"))
    until = DayField(label=_("Last day"), required=False, help_text=_("Leave empty while the membership continues."))

    @classmethod
    def of(cls, row: Membership) -> MembershipForm:
        """The form as it stands before anything is changed."""
        return cls(initial={"since": row.since, "until": row.until})


class JoinForm(forms.Form):
    """Somebody whom the server knows becomes a member."""

    person = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    since = DayField(label=_("Member since"))


class AnswerForm(forms.Form):
    """Yes or no to an invitation, and whether the club also looks after the account from then on."""

    answer = forms.ChoiceField(choices=[("accept", ""), ("decline", "")])
    as_home = forms.BooleanField(required=False)


class RoleAnswerForm(forms.Form):
    """Yes or no to an offer of a role."""

    answer = forms.ChoiceField(choices=[("accept", ""), ("decline", "")])


class HomeForm(forms.Form):
    """Which of the own clubs looks after the account; "" for none."""

    club = forms.TypedChoiceField(label=_("Managed by"), required=False, empty_value=None)

    def __init__(self, *args: Any, clubs: list[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club, by_key = self.fields["club"], {str(each.pk): each for each in clubs}
        assert isinstance(club, forms.TypedChoiceField)
        club.choices = [
            *((str(each.pk), each.name) for each in clubs),
            ("", gettext("only the administrators of the server")),
        ]
        club.coerce = by_key.__getitem__
        club.help_text = gettext("Its organisers help with a forgotten password, and correct your name.")


class MergeForm(forms.Form):
    """Which of two records stands for the person from now on."""

    kept = forms.TypedChoiceField(label=_("Whose name and page stay"), coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, people: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kept = self.fields["kept"]
        assert isinstance(kept, forms.TypedChoiceField)
        kept.choices = [(person.pk, person.name) for person in people]


class TypedConfirmation(forms.Form):
    """An act that cannot be undone: the reader types a word to show that it is meant."""

    typed = forms.CharField(max_length=LONGEST, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, word: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.word = word
        self.fields["typed"].label = gettext("Type the name %(name)s to confirm") % {"name": f"\u2068{word}\u2069"}

    def clean_typed(self) -> str:
        typed = " ".join(str(self.cleaned_data["typed"]).split())
        if typed.casefold() != self.word.casefold():
            raise ValidationError(gettext("That is not the name."))
        return typed


class ErasureForm(TypedConfirmation):
    """The name, typed, and the single words of it that go out of texts as well: each is ticked for itself."""

    words = forms.MultipleChoiceField(
        label=_("Single words of the name"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("They may mean something else. Tick those that mean this person."),
        error_messages={"invalid_choice": _("A text has changed since it was shown. Look at the words again.")},
    )

    field_order = ("words", "typed")

    def __init__(self, *args: Any, hits: Sequence[Hit], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = self.fields["words"]
        assert isinstance(words, forms.MultipleChoiceField)
        words.choices = [(hit.key, _as_choice(hit)) for hit in hits]
        if not hits:
            del self.fields["words"]


def _as_choice(hit: Hit) -> str:
    """The place, and the word with what stands around it."""
    return format_html(
        "<bdi>{}</bdi> · {}: <bdi>{}<mark>{}</mark>{}</bdi>",
        *(hit.label.name, hit.what.translate(gettext), hit.excerpt.left, hit.excerpt.found, hit.excerpt.right),
    )


# --- accounts and roles ---------------------------------------------------------------------------------


class NewAccountForm(forms.Form):
    """An account for somebody else. Its owner chooses the password by a one-time link."""

    username = _username_field(new=True)
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_("For password help and the mail that you choose."),
    )


class LinkForm(forms.Form):
    """An account that is there, by its sign-in name."""

    username = _username_field()

    def clean_username(self) -> Account:
        account = Account.objects.filter(username__iexact=self.cleaned_data["username"]).first()
        if account is None:
            raise ValidationError(gettext("There is no account with this sign-in name."))
        return account


class GrantForm(LinkForm):
    """A role for an account, in one of `scopes` (key and name)."""

    role = forms.ChoiceField(label=_("Role"))
    scope = forms.ChoiceField(label=pgettext_lazy("of a role", "Where"))

    field_order = ("username", "role", "scope")

    def __init__(self, *args: Any, roles: list[Role], scopes: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role, scope = self.fields["role"], self.fields["scope"]
        assert isinstance(role, forms.ChoiceField) and isinstance(scope, forms.ChoiceField)
        role.choices = [(one.value, gettext(ROLE_NAMES[one])) for one in roles]
        scope.choices = scopes


class TokenForm(forms.Form):
    """What a new key to the API is for."""

    label = forms.CharField(
        label=_("What the key is for"), max_length=LONGEST_LABEL, help_text=_("For example: results from my phone")
    )


class PasskeyForm(forms.Form):
    """A new passkey: what its owner calls it, and what the browser answered (JSON), which a script fills in."""

    name = forms.CharField(
        label=_("Name of the passkey"), max_length=LONGEST_NAME, help_text=_("For example: my phone")
    )
    credential = forms.CharField(required=False, widget=forms.HiddenInput)


# --- signing in, passwords -------------------------------------------------------------------------------


class SignInForm(forms.Form):
    """A sign-in name and a password."""

    username = _username_field()
    password = _password_field(_("Password"), autocomplete="current-password")


class NewPasswordForm(forms.Form):
    """A new password, twice. `owner` is whose it will be; it must not resemble the name."""

    password = _password_field(_("New password"), autocomplete="new-password")
    again = _password_field(_("Once more"), autocomplete="new-password")

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
    """A new password by whoever knows the old one."""

    old = _password_field(_("Present password"), autocomplete="current-password")
    remove_keys = forms.BooleanField(
        label=_("Remove my keys to the API"),
        required=False,
        initial=True,
        help_text=_("Leave it ticked if somebody else may know the old password: a key works without it."),
    )

    field_order = ("old", "password", "again", "remove_keys")

    def __init__(self, *args: Any, keys: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not keys:  # the page asks nothing that makes no difference
            self.fields["remove_keys"].widget = forms.HiddenInput()


class EmailForm(forms.Form):
    """Where password help goes. Whoever changes it could take the account over, so it takes the password."""

    email = forms.EmailField(label=_("E-mail address"), required=False, max_length=254)
    old = _password_field(_("Present password"), autocomplete="current-password")


class CodeForm(forms.Form):
    """A code of the authenticator app, or a recovery code."""

    code = _code_field()


class ProofForm(forms.Form):
    """Who one is, once more. The code is asked where the account has a second factor."""

    old = _password_field(_("Present password"), autocomplete="current-password")
    code = _code_field()

    def __init__(self, *args: Any, asks_code: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_code:
            del self.fields["code"]


class SetUpForm(forms.Form):
    """The first code, which proves that the app has the secret."""

    code = _code_field(recovers=False)


class PasswordMailForm(forms.Form):
    """To whom password help shall go."""

    email = forms.EmailField(label=_("E-mail address of your account"), max_length=254)


class StartForm(NewPasswordForm):
    """The first organiser of an empty server, and the first club."""

    club_name = NameField(label=_("Name of the club"))
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_time_zones,
        initial="UTC",
        widget=forms.Select(attrs={"data-time-zone": "browser"}),
    )
    name = NameField(
        label=_("Your own name"), required=False, help_text=_("If you play as well: as it stands in tables.")
    )
    username = _username_field(new=True)
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_("For password help and the mail that you choose."),
    )

    field_order = ("club_name", "time_zone", "name", "username", "email", "password", "again")


class MailForm(forms.Form):
    """Kinds of mail to tick."""

    def __init__(self, *args: Any, kinds: Sequence[MailKind], chosen: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in kinds:
            self.fields[kind.key] = forms.BooleanField(
                label=gettext(kind.label), help_text=gettext(kind.help), required=False, initial=kind.key in chosen
            )
