"""Forms of attempts at deals: a turn, and a record of play over the board."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from tournaments.duplicate import schemas


class StepForm(SchemaForm):
    """A button of an attempt's page, with the version of the attempt that the page showed."""

    schema = schemas.AttemptStepInput
    asks = {"version": {}}


class TurnForm(SchemaForm):
    """A turn as records write it."""

    schema = schemas.PlayDealTurnInput
    asks = {"version": {}, "turn": {}}


class AttemptRecordForm(SchemaForm):
    """The record of an attempt that was played over the board."""

    schema = schemas.FileAttemptRecordInput
    asks = {
        "text": {
            "max_length": None,  # what is pasted and too long is refused, and not cut off by the browser
            "widget": forms.Textarea(attrs={"rows": 10, "class": "record", "spellcheck": "false", "dir": "ltr"}),
            "help_text": _("All turns in order, such as 2.145 3xL /. Tags may come first."),
        }
    }
