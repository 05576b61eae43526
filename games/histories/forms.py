"""Forms of a file of past games: the file with its game, and who everybody in it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.histories.history_file import MOST_GAMES
from gipf_engine.messages import SEPARATOR, gettext_noop
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS
from players.people.name_matches import NameMatch
from players.uploads.forms import FileForm

MOST_SURE = 300
"""Names of members that are listed with who they are."""
NEW = "new"


class HistoryUploadForm(FileForm):
    """A file of games, and which game they are of."""

    file_help = gettext_noop("CSV with the columns date, event, round, first, second, result.")
    rules = forms.ChoiceField(label=_("Game"))
    rated = forms.BooleanField(label=_("Rated: the games count in the rating list"), required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_rules(self)
        count = gettext("Up to %(most)s games.") % {"most": f"{MOST_GAMES:,}"}
        self.fields["file"].help_text = f"{self.fields['file'].help_text} {count}"


class HistoryForm(forms.Form):
    """Who everybody in a file is. A name that is nearly a member's has no answer until a person gives one.

    Of a file with many names that are surely members', the first are listed; the others are who they seem to be.
    """

    def __init__(self, *args: Any, matches: Sequence[NameMatch], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        near = [match for match in matches if match.is_near]
        sure = [match for match in matches if match.candidates and not match.is_near]
        self.matches, self.not_listed = [*near, *sure[:MOST_SURE]], max(0, len(sure) - MOST_SURE)
        for number, match in enumerate(self.matches):
            self.fields[f"person_{number}"] = self._person_field(match)

    def _person_field(self, match: NameMatch) -> forms.Field:
        known = [
            (str(each.id), gettext(SEPARATOR).join(filter(None, [each.name, each.country, *each.clubs])))
            for each in match.candidates
        ]
        ask = [("", gettext("– choose –"))] if match.is_near else []
        return forms.ChoiceField(
            label=gettext("Who is %(name)s?") % {"name": match.name},
            choices=[*ask, *known, (NEW, gettext("a new person"))],
            initial="" if match.is_near else str(match.chosen or NEW),
            error_messages={"required": gettext("Choose who this is.")},
        )

    def rows(self) -> list[tuple[NameMatch, forms.BoundField]]:
        """Those who may be known here, with the field that asks."""
        return [(match, self[f"person_{at}"]) for at, match in enumerate(self.matches)]

    def people(self) -> dict[str, int | None]:
        """Who each of these names is."""
        answers = {match.name: self.cleaned_data[f"person_{at}"] for at, match in enumerate(self.matches)}
        return {name: None if answer == NEW else int(answer) for name, answer in answers.items()}


def _offer_rules(form: forms.Form) -> None:
    field = form.fields["rules"]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [(key, gettext(rules.name)) for key, rules in all_rules().items() if rules.seats == TWO_SEATS]
