"""The form that ends a recording."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from common.schema_forms import SchemaForm
from games.models import Game
from games.recordings.schemas import FinishRecordingInput
from gipf_engine.rules.possible_results import possible_results

NOT_OVER = "*"
_ENDINGS = (
    (NOT_OVER, gettext_lazy("unfinished, or unknown")),
    ("1-0 resigned", gettext_lazy("White won: Black resigned")),
    ("0-1 resigned", gettext_lazy("Black won: White resigned")),
    ("1-0 time", gettext_lazy("White won on time")),
    ("0-1 time", gettext_lazy("Black won on time")),
    ("1/2-1/2 agreed", gettext_lazy("a draw was agreed")),
    ("1-0 arbiter", gettext_lazy("White won by the arbiter’s decision")),
    ("0-1 arbiter", gettext_lazy("Black won by the arbiter’s decision")),
)


class FinishForm(SchemaForm):
    """How a game ended whose moves do not end it, on a page that showed the recording at `version`."""

    schema = FinishRecordingInput
    asks = {"version": {"widget": forms.HiddenInput}}
    field_order = ("ending",)
    ending = forms.ChoiceField(label=gettext_lazy("How the game ended"), choices=(), required=False)

    def __init__(self, *args: Any, game: Game, is_over: bool, **kwargs: Any) -> None:
        kwargs["auto_id"] = "finish_%s"  # the board has a version too
        super().__init__(*args, **kwargs)
        can_draw = possible_results(game).has_draws
        endings = [(code, gettext(str(words))) for code, words in _ENDINGS if can_draw or not code.startswith("1/2")]
        self.offer("ending", endings)
        if is_over:
            self.fields["ending"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """The result and the Termination of the record format; neither where nothing is said."""
        result, _space, termination = self.cleaned_data.get("ending", "").partition(" ")
        if result and result != NOT_OVER:
            self.given = {"result": result, "termination": termination}
        return super().clean()
