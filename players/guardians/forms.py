"""Forms about guardians."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from players.core.form_fields import NameField
from players.guardians.schemas import AskGuardianInput, SetGuardianRuleInput
from players.models import Club, Membership


class GuardianRuleForm(SchemaForm):
    """Whether minors wait for a guardian."""

    schema = SetGuardianRuleInput
    asks: ClassVar = {
        "asks": {
            "label": _("Minors need the consent of a guardian"),
            "help_text": _("Players who register give their year of birth."),
            "required": False,
        },
        "version": {},
    }

    @classmethod
    def of(cls, club: Club, version: int) -> GuardianRuleForm:
        """The form as it stands before anything is changed."""
        return cls(initial={"asks": club.asks_guardians, "version": version})


class AskGuardianForm(SchemaForm):
    """Which guardian of which member is asked."""

    schema = AskGuardianInput
    asks: ClassVar = {
        "person_id": {"label": _("Member"), "widget": forms.Select},
        "birth_year": {"label": _("Year of birth")},
        "email": {"label": _("E-mail of a parent or guardian")},
    }

    def offer_members(self, club: Club) -> None:
        """List the members of the club."""
        members = Membership.objects.filter(club=club, until=None, person__merged_into=None, person__is_program=False)
        names = members.order_by("person__name").values_list("person_id", "person__name")
        widget = self.fields["person_id"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = [("", ""), *names]


class ConsentForm(forms.Form):
    """The name of a guardian who consents."""

    guardian = NameField(label=_("Your name"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["guardian"].widget.attrs["autocomplete"] = "name"
