"""The forms of clubs, memberships and invitations."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from common.schema_forms import Asks, SchemaForm
from players.clubs.schemas import (
    Acceptance,
    ClubAdmission,
    ClubChange,
    ClubMade,
    HomeChoice,
    InvitationNew,
    PlayerNew,
    SetOpenLicenceInput,
)
from players.core.form_fields import DayField, time_zone_choices
from players.models import Club, ClubPage, Licence, Membership
from players.people.forms import NAME_AND_COUNTRY

_NAME_AND_PLACE: Asks = {
    "name": {"label": _("Name of the club")},
    "place": {"label": _("Place"), "help_text": _("Meeting place.")},
    "time_zone": {"label": _("Time zone"), "choices": time_zone_choices, "required": True},
}


class ClubForm(SchemaForm):
    """A club that is there."""

    schema = ClubChange
    asks = {**_NAME_AND_PLACE, "version": {}}

    @classmethod
    def of(cls, club: Club, version: int) -> ClubForm:
        """The form as it stands before anything is changed."""
        kept = {"name": club.name, "place": club.place, "time_zone": club.time_zone}
        return cls(initial=kept | {"version": version})


class NewClubForm(SchemaForm):
    """A club that an administrator of the server makes."""

    schema = ClubMade
    asks = {
        **_NAME_AND_PLACE,
        "admitted": {
            "label": _("Its games count in the rating lists of the whole server"),
            "help_text": _("For clubs whose results you trust. The club's own lists always count them."),
        },
    }


class ClubPageForm(forms.Form):
    """Logo, colour and short address of a club's page."""

    logo = forms.FileField(label=_("Logo"), required=False, help_text=_("A PNG, JPEG or WebP picture, at most 1 MB."))
    no_logo = forms.BooleanField(label=_("Remove the logo"), required=False)
    colour = forms.ChoiceField(label=_("Colour"), required=False, widget=forms.RadioSelect)
    address = forms.CharField(
        label=_("Short address"),
        required=False,
        max_length=40,
        help_text=_("After /c/, for posters: 3 to 40 Latin letters, digits and hyphens."),
        widget=forms.TextInput(attrs={"dir": "ltr", "autocapitalize": "none", "spellcheck": "false"}),
    )
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["colour"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(COLOUR_NAMES.items())
        self.fields["logo"].widget.attrs["accept"] = "image/png,image/jpeg,image/webp"

    @classmethod
    def of(cls, shown: ClubPage, version: int) -> ClubPageForm:
        """The form as it stands before anything is changed."""
        return cls(initial={"colour": shown.colour, "address": shown.address or "", "version": version})

    def offer(self, shown: ClubPage) -> None:
        """Offer only what can be done with the page as it is."""
        if not shown.digest:
            del self.fields["no_logo"]


LICENCE_NAMES = {
    Licence.NONE.value: _("Not published"),
    Licence.CC0.value: _("CC0 1.0: free for every use"),
    Licence.CC_BY.value: _("CC BY 4.0: free for every use that names the club"),
}
"""What a club chooses about open data (`players.models.Licence`), in the form's words."""


class OpenLicenceForm(SchemaForm):
    """Whether the club's public games are open data."""

    schema = SetOpenLicenceInput
    sometimes_required = ("licence",)
    asks: ClassVar = {
        "licence": {
            "label": _("Licence"),
            "choices": list(LICENCE_NAMES.items()),
            "widget": forms.RadioSelect,
            "required": False,
        },
        "version": {},
    }

    @classmethod
    def of(cls, club: Club, version: int) -> OpenLicenceForm:
        """The form as it stands before anything is changed."""
        return cls(initial={"licence": club.open_licence, "version": version})


COLOUR_NAMES = {
    "": pgettext_lazy("colour", "None"),
    "brick": pgettext_lazy("colour", "Brick"),
    "ochre": pgettext_lazy("colour", "Ochre"),
    "moss": pgettext_lazy("colour", "Moss"),
    "sea": pgettext_lazy("colour", "Sea"),
    "indigo": pgettext_lazy("colour", "Indigo"),
    "plum": pgettext_lazy("colour", "Plum"),
    "slate": pgettext_lazy("colour", "Slate"),
}
"""The colours of clubs (`ClubPage.Colour`) as they are chosen."""


class AdmissionForm(SchemaForm):
    """Whether a club's games count in the lists of the whole server."""

    schema = ClubAdmission
    asks: ClassVar = {"admitted": {"choices": [("1", ""), ("0", "")], "required": True}}


class NewPersonForm(SchemaForm):
    """A person whom the server does not know yet. `sure` is asked only where it knows the name."""

    schema = PlayerNew
    asks = {
        **NAME_AND_COUNTRY,
        "since": {
            "label": _("Member since"),
            "widget": DayField.widget,
            "initial": timezone.localdate,
            "required": True,
        },
    }
    sure = forms.BooleanField(label=_("This is another person with the same name"), required=False)

    def __init__(self, *args: Any, asks_sure: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_sure:
            self.fields["sure"].widget = forms.HiddenInput()


class MembershipForm(forms.Form):
    """From when to when a person is a member."""

    since = DayField(label=_("Member since"))
    until = DayField(label=_("Last day"), required=False, help_text=_("Leave empty while the membership continues."))

    @classmethod
    def of(cls, row: Membership) -> MembershipForm:
        """The form as it stands before anything is changed."""
        return cls(initial={"since": row.since, "until": row.until})


class JoinForm(SchemaForm):
    """A person whom the server knows becomes a member."""

    schema = InvitationNew
    asks: ClassVar = {
        "player": {"widget": forms.HiddenInput},
        "since": {"label": _("Member since"), "widget": DayField.widget},
    }


class AnswerForm(SchemaForm):
    """Yes or no to an invitation, and whether the club also looks after the account from then on."""

    schema = Acceptance
    asks: ClassVar = {"as_home": {}}
    answer = forms.ChoiceField(choices=[("accept", ""), ("decline", "")])


class HomeForm(SchemaForm):
    """Which of the own clubs looks after the account; "" for none."""

    schema = HomeChoice
    asks: ClassVar = {"club": {"label": _("Managed by"), "choices": ()}}

    def __init__(self, *args: Any, clubs: list[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        none = ("", gettext("only the administrators of the server"))
        self.offer("club", [*((each.slug, each.name) for each in clubs), none])
        self.fields["club"].help_text = gettext("Its organisers help with a forgotten password, and correct your name.")
