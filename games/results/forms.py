"""Forms about games: what a player reports, what an arbiter decides, a record handed in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from common.schema_forms import SchemaForm
from games.core.labels import handicaps
from games.models import Game
from games.results import schemas
from gipf_engine.results import PENDING, RESULTS, VOID
from gipf_engine.rules import rules_for
from gipf_engine.rules.certificate import MOST_COUNTED
from gipf_engine.rules.possible_results import AS_IN_THE_TABLE, OVER_THE_BOARD, possible_results

FROM_THE_LEFT, END = "\u2066", "\u2069"
"""Around a result, so that "½-0" does not read "0-½" on a page that reads from the right."""
SEEN = {"required": True}
"""For the version of a page that is sent by its form alone."""
NO_SUCH_RESULT = {
    "required": gettext_lazy("Choose a result."),
    "invalid_choice": gettext_lazy("This result does not exist."),
}


class ReportForm(SchemaForm):
    """What a player says from a seat. Whether the game can be drawn is for the service, which reads it."""

    schema = schemas.ClaimResultInput
    ids = "report_%s"  # the decision beside it has the same fields
    asks = {
        "result": {"choices": [(code, code) for code in OVER_THE_BOARD], "error_messages": NO_SUCH_RESULT},
        "reason": {
            "label": gettext_lazy("Comment"),
            "help_text": gettext_lazy("For a result in dispute. All can read it."),
            "widget": forms.Textarea(attrs={"rows": 2}),
        },
    }


class DecisionForm(SchemaForm):
    """What an arbiter decides, on a page that showed the game at `version`."""

    sometimes_required = ("reason",)
    schema = schemas.ClaimResultInput
    asks = {
        "result": {"choices": (), "widget": forms.RadioSelect, "error_messages": NO_SUCH_RESULT},
        "reason": {
            "help_text": gettext_lazy(
                "Required if it contradicts the players' reports, for a closed event, and for a void game. "
                "Visible to everyone."
            ),
            "widget": forms.Textarea(attrs={"rows": 2}),
        },
        "version": SEEN,
    }

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("result", [(code, decision_label(code)) for code in possible_results(game).decided])


class HandicapForm(SchemaForm):
    """The handicap of a game that has not begun, on a page that showed it at `version`."""

    schema = schemas.SetHandicapInput
    ids = "handicap_%s"  # the decision beside it has a version too
    asks = {"handicap": {"choices": ()}, "version": SEEN}

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = [(code, words.translate(gettext)) for code, words in handicaps(game.rules, tuple(game.options))]
        self.offer("handicap", [("", gettext("none")), *known])


class RatedResultForm(SchemaForm):
    """What rating lists count, on a page that showed the game at `version`."""

    schema = schemas.SetRatedResultInput
    ids = "rated_%s"  # the decision beside it has the same fields
    asks = {"result": {"choices": (), "error_messages": NO_SUCH_RESULT}, "version": SEEN}

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("result", [(code, rated_label(code)) for code in possible_results(game).rated])


def rated_label(code: str) -> str:
    """What rating lists count, as an arbiter chooses it."""
    if code == AS_IN_THE_TABLE:
        return gettext("the result of the table")
    return gettext("not at all") if code == VOID else decision_label(code)


def decision_label(code: str) -> str:
    """A result as an arbiter chooses it: the label and its words."""
    if code == PENDING:
        return gettext("… reopened: earlier reports no longer count")
    if code == VOID:
        return gettext(RESULTS[code].name)
    return f"{FROM_THE_LEFT}{RESULTS[code].label}{END} · {gettext(RESULTS[code].name)}"


class ScoreForm(SchemaForm):
    """How a game ended that no one wrote down: a final position, or a number for each count of both players."""

    sometimes_required = ("position",)
    schema = schemas.SubmitScoreInput
    asks = {
        "position": {
            "widget": forms.Textarea(
                attrs={"rows": 3, "class": "record", "spellcheck": "false", "autocapitalize": "off"}
            )
        }
    }

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = rules_for(game.rules, game.options)
        self.fields["position"].help_text = gettext("A position text; this game starts as %(start)s.") % {
            "start": f"{FROM_THE_LEFT}{rules.start(game.setup, game.handicap).text()}{END}"
        }
        self.counted = dict(rules.score_names)
        for key, name in rules.score_names.items():
            for seat, side in (("white", gettext("White")), ("black", gettext("Black"))):
                label = f"{side}: {gettext(name)}"
                self.fields[f"{seat}_{key}"] = forms.IntegerField(
                    label=label,
                    required=False,
                    min_value=0,
                    max_value=MOST_COUNTED,
                    widget=forms.NumberInput(attrs={"aria-label": label, "inputmode": "numeric"}),
                )

    @property
    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Each count with its two fields, White's first."""
        return [(gettext(name), self[f"white_{key}"], self[f"black_{key}"]) for key, name in self.counted.items()]

    def clean(self) -> dict[str, Any]:
        """The counts as an endpoint is sent them: left out where no field was filled in, 0 for a field that was not."""
        counts = [[self.cleaned_data.get(f"{seat}_{key}") for key in self.counted] for seat in ("white", "black")]
        if any(each is not None for row in counts for each in row):
            self.given = {"counts": [[each or 0 for each in row] for row in counts]}
        return super().clean()
