"""Forms of attempts at deals: a turn, and a record of play over the board."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST_TURN = 20


class StepForm(forms.Form):
    """A button of an attempt's page, with the version of the attempt that the page showed."""

    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class TurnForm(StepForm):
    """A turn as records write it."""

    turn = forms.CharField(label=_("Turn"), max_length=LONGEST_TURN)


class AttemptRecordForm(forms.Form):
    """The record of an attempt that was played over the board."""

    record = forms.CharField(
        label=_("Record"),
        widget=forms.Textarea(attrs={"rows": 10, "class": "record", "spellcheck": "false", "dir": "ltr"}),
        help_text=_("The turns from the first to the last, such as 2.145 3xL /. Tags may stand above them."),
    )
