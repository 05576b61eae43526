"""The form of a server's first organiser."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from players.accounts.forms import NewPasswordForm
from players.core.form_fields import NameField, time_zone_choices, username_field


class StartForm(NewPasswordForm):
    """The first organiser of an empty server, and the first club. Three fields are needed; `more` may stay as they are.

    The password is asked for once: it can be made visible, and the server's own commands set another.
    """

    again = None  # type: ignore[assignment]  # Django's way to leave out an inherited field
    club_name = NameField(label=_("Name of the club"))
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zone_choices,
        initial="UTC",
        widget=forms.Select(attrs={"data-time-zone": "browser"}),
    )
    name = NameField(
        label=_("Your own name"), required=False, help_text=_("If you also play: your name as shown in tables.")
    )
    username = username_field(new=True)
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_("For password help and the mail that you choose."),
    )

    field_order = ("club_name", "username", "password", "name", "email", "time_zone")

    def first(self) -> list[forms.BoundField]:
        """What everybody fills in."""
        return [self[name] for name in ("club_name", "username", "password")]

    def more(self) -> list[forms.BoundField]:
        """What may stay as it is: the browser fills in the time zone."""
        return [self[name] for name in ("name", "email", "time_zone")]
