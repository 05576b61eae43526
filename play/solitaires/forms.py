"""Forms of solitaires: a deal to practise with, and a turn."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext, gettext_lazy

from common.schema_forms import SchemaForm
from games.core.option_choices import option_choices
from gipf_engine.rules import all_rules
from play.solitaires.schemas import BeginPracticeInput, PlayTileInput, PracticeStepInput
from play.solitaires.services.practice import practice_rules


def _game_choices() -> list[tuple[str, str]]:
    return [(key, gettext(all_rules()[key].name)) for key in practice_rules()]


class PracticeForm(SchemaForm):
    """Which game, and which deal of it."""

    schema = BeginPracticeInput
    asks = {
        "rules": {"choices": _game_choices, "widget": forms.RadioSelect},
        "number": {
            "help_text": gettext_lazy(
                "The same number always gives the same deal. Leave empty for a random deal that can be won."
            )
        },
        "seed": {
            "help_text": gettext_lazy("64 hexadecimal digits: the seed of a deal you were shown, or one of your own."),
            "widget": forms.TextInput(
                attrs={"class": "hash", "dir": "ltr", "spellcheck": "false", "autocomplete": "off"}
            ),
        },
        "options": {
            "choices": lambda: option_choices(practice_rules()),
            "help_text": gettext_lazy("With options, a random deal may be impossible to win."),
            "widget": forms.CheckboxSelectMultiple,
        },
    }


class TurnForm(SchemaForm):
    """A turn, and the version of the table that it was chosen on."""

    schema = PlayTileInput
    asks = {"turn": {}, "version": {"required": True}}


class StepForm(SchemaForm):
    """What is done with an attempt beside turns, and the version of the table."""

    schema = PracticeStepInput
    asks = {"version": {"required": True}}
