"""Forms about games: what a player reports, what an arbiter decides, a record handed in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext, gettext_lazy

from games.core.labels import handicaps
from games.core.services.errors import LARGEST
from games.models import Game
from games.results.services.results import LONGEST_REASON
from games.results.services.submit_score import LONGEST_POSITION
from gipf_engine.results import PENDING, RESULTS, VOID
from gipf_engine.rules import rules_for
from gipf_engine.rules.certificate import MOST_COUNTED
from gipf_engine.rules.possible_results import AS_IN_THE_TABLE, OVER_THE_BOARD, possible_results

FROM_THE_LEFT, END = "\u2066", "\u2069"
"""Around a result, so that "½-0" does not read "0-½" on a page that reads from the right."""
NO_SUCH_RESULT = {
    "required": gettext_lazy("Choose a result."),
    "invalid_choice": gettext_lazy("There is no such result."),
}


class ReportForm(forms.Form):
    """What a player says from a seat. Whether the game can be drawn is for the service, which reads it."""

    result = forms.ChoiceField(choices=[(code, code) for code in OVER_THE_BOARD], error_messages=NO_SUCH_RESULT)
    words = forms.CharField(
        label=gettext_lazy("Comment"),
        help_text=gettext_lazy("For a result in dispute. All can read it."),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class DecisionForm(forms.Form):
    """What an arbiter decides, on a page that showed the game at `version`."""

    sometimes_required = ("reason",)
    result = forms.ChoiceField(
        label=gettext_lazy("Result"), widget=forms.RadioSelect, choices=(), error_messages=NO_SUCH_RESULT
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy(
            "Required where the players reported something else, for a closed event and for a void game."
            " Everybody can read it."
        ),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    version = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["result"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(code, decision_label(code)) for code in possible_results(game).decided]


class HandicapForm(forms.Form):
    """The handicap of a game that has not begun, on a page that showed it at `version`."""

    handicap = forms.ChoiceField(label=gettext_lazy("Handicap"), required=False, choices=())
    version = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        kwargs["auto_id"] = "handicap_%s"  # the decision beside it has a version too
        super().__init__(*args, **kwargs)
        field = self.fields["handicap"]
        assert isinstance(field, forms.ChoiceField)
        known = [(code, words.translate(gettext)) for code, words in handicaps(game.rules, tuple(game.options))]
        field.choices = [("", gettext("none")), *known]


class RatedResultForm(forms.Form):
    """What rating lists count, on a page that showed the game at `version`."""

    result = forms.ChoiceField(
        label=gettext_lazy("Counts in rating lists"), required=False, choices=(), error_messages=NO_SUCH_RESULT
    )
    version = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        kwargs["auto_id"] = "rated_%s"  # the decision beside it has the same fields
        super().__init__(*args, **kwargs)
        field = self.fields["result"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(code, rated_label(code)) for code in possible_results(game).rated]


def rated_label(code: str) -> str:
    """What rating lists count, as an arbiter chooses it."""
    if code == AS_IN_THE_TABLE:
        return gettext("the result of the table")
    return gettext("not at all") if code == VOID else decision_label(code)


def decision_label(code: str) -> str:
    """A result as an arbiter chooses it: the label and its words."""
    if code == PENDING:
        return gettext("… open again: what was said before no longer counts")
    if code == VOID:
        return gettext(RESULTS[code].name)
    return f"{FROM_THE_LEFT}{RESULTS[code].label}{END} · {gettext(RESULTS[code].name)}"


class RecordForm(forms.Form):
    """A record, pasted or uploaded."""

    sometimes_required = ("text", "file")
    text = forms.CharField(
        label=gettext_lazy("Moves"),
        help_text=gettext_lazy("With or without tags and move numbers."),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "class": "record", "spellcheck": "false", "autocapitalize": "off"}),
    )
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False, allow_empty_file=True)

    def clean_file(self) -> str:
        """The text of the file; "" without one."""
        file = self.cleaned_data.get("file")
        if not isinstance(file, UploadedFile):
            return ""
        if (file.size or 0) > LARGEST:
            most = {"most": LARGEST // 1024, "size": -(-(file.size or 0) // 1024)}
            raise forms.ValidationError(gettext("A record has at most %(most)d KB; this file has %(size)d KB.") % most)
        try:
            return str(file.read(), "utf-8-sig")
        except UnicodeDecodeError:
            raise forms.ValidationError(gettext("This file is not UTF-8 text.")) from None

    def clean(self) -> dict[str, Any]:
        """One of the two, and not nothing."""
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        if bool(cleaned["text"].strip()) == bool(cleaned["file"].strip()):
            raise forms.ValidationError(gettext("Paste the moves or choose a file, one of the two."))
        cleaned["told"] = cleaned["text"] if cleaned["text"].strip() else cleaned["file"]
        return cleaned


class ScoreForm(forms.Form):
    """How a game ended that nobody wrote down: a final position, or a number for each count of both players."""

    sometimes_required = ("position",)
    position = forms.CharField(
        label=gettext_lazy("Final position"),
        required=False,
        max_length=LONGEST_POSITION,
        widget=forms.Textarea(attrs={"rows": 3, "class": "record", "spellcheck": "false", "autocapitalize": "off"}),
    )

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = rules_for(game.rules, game.options)
        self.fields["position"].help_text = gettext("A position text; this game begins as %(start)s.") % {
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

    @property
    def counts(self) -> list[list[int]] | None:
        """The numbers of both players; None where no field was filled in. What is left out is none."""
        said = [[self.cleaned_data.get(f"{seat}_{key}") for key in self.counted] for seat in ("white", "black")]
        if all(each is None for row in said for each in row):
            return None
        return [[each or 0 for each in row] for row in said]


class RecordFileForm(forms.Form):
    """A file of many records."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("Text with any number of records one after the other, or a zip of such files."),
        allow_empty_file=True,
    )
