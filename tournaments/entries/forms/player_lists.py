"""Forms of a list of players from a spreadsheet: the file, its columns, and who everybody is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.packed_files import LONGEST_CONTENT, pack
from gipf_engine.messages import SEPARATOR
from players.people.name_matches import Candidate
from tournaments.entries.lists.list_columns import COLUMNS
from tournaments.entries.lists.near_names import PlayerMatch
from tournaments.entries.lists.player_lists import PlayerList
from tournaments.entries.lists.spreadsheets import LARGEST
from tournaments.entries.services.listed_entries import ListedEntry

NEW, SKIP = "new", "skip"
LONGEST_LIST = 20_000


class ListUploadForm(forms.Form):
    """A file that is brought, or lines that are typed or pasted."""

    sometimes_required = ("names", "file")
    names = forms.CharField(
        label=_("Names"),
        max_length=LONGEST_LIST,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One player per line. Ratings, titles, clubs and numbers in a line are recognised."),
    )
    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("CSV, TSV or XLSX, at most 1 MB. Of a workbook the first sheet is read."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        pasted = data.get("names", "").strip()
        if data.get("file") and pasted:  # neither is left out without a word
            self.add_error("names", gettext("Paste a list or choose a file, not both."))
        if not self.errors and not data.get("file") and not pasted:
            self.add_error("names" if "names" in self.data else "file", gettext("This field is required."))
        return data

    def content(self) -> bytes:
        """What was brought: the file, where there is one."""
        found: bytes = self.cleaned_data["file"] or self.cleaned_data["names"].encode()
        return found

    def clean_file(self) -> bytes:
        """What is in it."""
        file = self.cleaned_data["file"]
        if file is None:
            return b""
        assert isinstance(file, UploadedFile)
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError(gettext("The file is larger than 1 MB."))
        data = bytes(file.read())
        if len(pack(data)) > LONGEST_CONTENT:
            raise forms.ValidationError(gettext("The file is larger than 1 MB."))
        return data


class ColumnsForm(forms.Form):
    """Which column of the file holds what."""

    def __init__(self, *args: Any, width: int, heads: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **{"prefix": "column", **kwargs})
        named = [*heads, *[""] * width][:width]
        places = [(str(place), f"{place + 1} {head}".strip()) for place, head in enumerate(named)]
        for key, label in COLUMNS.items():
            self.fields[key] = forms.ChoiceField(
                label=gettext(label), choices=[("", gettext("none")), *places], required=False
            )

    def chosen(self) -> dict[str, int]:
        """The columns by what they hold."""
        return {key: int(place) for key, place in self.cleaned_data.items() if place}


class ListForm(forms.Form):
    """Who everybody of the list is. A name that is nearly a member's has no answer until somebody gives one."""

    content = forms.CharField(max_length=LONGEST_CONTENT, widget=forms.HiddenInput, strip=False)

    def __init__(self, *args: Any, matches: Sequence[PlayerMatch], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.matches = matches
        for match in matches:
            self.fields[_person(match)] = self._person_field(match)

    def _person_field(self, match: PlayerMatch) -> forms.Field:
        known = [(str(each.id), _describe_candidate(each, match)) for each in match.candidates]
        ask = [("", gettext("– choose –"))] if match.is_near else []
        return forms.ChoiceField(
            label=gettext("Who is %(name)s?") % {"name": match.player.name},
            choices=[*ask, *known, (NEW, gettext("somebody new")), (SKIP, gettext("leave out"))],
            initial="" if match.is_near else str(match.chosen or NEW),
            error_messages={"required": gettext("Choose who this is.")},
        )

    def rows(self) -> list[tuple[PlayerMatch, forms.BoundField]]:
        """Everybody of the list, with the field that asks who it is."""
        return [(match, self[_person(match)]) for match in self.matches]

    def entries(self) -> list[ListedEntry]:
        """Whom to register: who is registered already is left out."""
        registered = {str(person) for match in self.matches for person in match.registered}
        answers = [(match.player, self.cleaned_data[_person(match)]) for match in self.matches]
        return [
            ListedEntry(
                player.name,
                None if answer == NEW else int(answer),
                player.country,
                player.rating,
                player.details,
            )
            for player, answer in answers
            if answer != SKIP and answer not in registered
        ]


def initial_columns(found: PlayerList) -> Mapping[str, str]:
    """The columns form's values for a file that was read."""
    return {key: str(place) for key, place in found.columns.items()}


def _describe_candidate(candidate: Candidate, match: PlayerMatch) -> str:
    """Somebody who may be meant, in a pick-list."""
    here = gettext("registered already") if candidate.id in match.registered else ""
    return gettext(SEPARATOR).join(filter(None, [candidate.name, candidate.country, *candidate.clubs, here]))


def _person(match: PlayerMatch) -> str:
    return f"person_{match.player.line}"
