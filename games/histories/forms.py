"""Forms of a file of past games: the file with its game, and who everybody in it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.packed_files import LARGEST, LONGEST_CONTENT, pack
from games.histories.services.histories import People
from gipf_engine.messages import SEPARATOR
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS
from players.people.name_matches import NameMatch

MOST_NEW_ROWS = 100
"""New people who are listed before they are stored."""
NEW = "new"


class HistoryUploadForm(forms.Form):
    """A file of games, and which game they are of."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("CSV with the columns date, event, round, first, second, result. At most 4 MB and 20,000 games."),
    )
    rules = forms.ChoiceField(label=_("Game"))
    rated = forms.BooleanField(label=_("Rated: the games count in the rating list"), required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_rules(self)

    def clean_file(self) -> bytes:
        """What is in it."""
        file = self.cleaned_data["file"]
        assert isinstance(file, UploadedFile)
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError(gettext("The file is larger than 4 MB."))
        data = bytes(file.read())
        if len(pack(data)) > LONGEST_CONTENT:
            raise forms.ValidationError(gettext("The file holds too much: divide it."))
        return data


class HistoryForm(forms.Form):
    """Who everybody in a file is. A name that is nearly a member's has no answer until somebody gives one."""

    content = forms.CharField(max_length=LONGEST_CONTENT, widget=forms.HiddenInput, strip=False)
    rules = forms.ChoiceField(widget=forms.HiddenInput)
    rated = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, matches: Sequence[NameMatch], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_rules(self)
        self.matches = matches
        for number, match in enumerate(matches):
            if match.candidates:
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
        return [(match, self[f"person_{at}"]) for at, match in enumerate(self.matches) if match.candidates]

    @property
    def new_names(self) -> list[str]:
        """Those whom nobody here is called like."""
        return [match.name for match in self.matches if not match.candidates]

    def people(self) -> dict[str, int | None]:
        """Who each name is."""
        answers = {match.name: self.cleaned_data.get(f"person_{at}", NEW) for at, match in enumerate(self.matches)}
        return {name: None if answer == NEW else int(answer) for name, answer in answers.items()}


def chosen_people(matches: Sequence[NameMatch]) -> People:
    """Who each name is where nobody is asked."""
    return {match.name: match.chosen for match in matches}


def _offer_rules(form: forms.Form) -> None:
    field = form.fields["rules"]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [(key, gettext(rules.name)) for key, rules in all_rules().items() if rules.seats == TWO_SEATS]
