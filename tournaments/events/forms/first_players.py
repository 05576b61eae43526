"""The players of a new event: names that are pasted, uploaded or taken from what the club knows, and who they are."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext

from common.computed_once import BeingComputedError
from common.translation import translate_message
from gipf_engine.messages import Refused
from players.core.limits import take_heavy
from players.models import Club
from players.uploads.forms import at_most
from tournaments.core.errors import EventRefused
from tournaments.entries.forms import ListForm, answers_in
from tournaments.entries.lists.known_players import names_from, sources_of
from tournaments.entries.lists.player_lists import FoundList, match_players, read_list
from tournaments.entries.lists.tables import FILE_HELP, READING_OTHERS, read_file
from tournaments.entries.services.entries import ListedEntry

FEWEST = 2
LONGEST_LIST = 100_000
_MARK = 16
"""Letters of a mark."""


class WhoTheyAreForm(ListForm):
    """Who each of them is; the text itself is beside it."""

    sent = None  # type: ignore[assignment]  # Django's way to leave out an inherited field


class FirstPlayersForm(forms.Form):
    """One box of names, which everything else adds lines to. `seen` marks the text of the last preview."""

    names = forms.CharField(
        label=gettext_lazy("Players"),
        max_length=LONGEST_LIST,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "data-paste-table": True}),
        help_text=gettext_lazy("One player per line. Ratings, titles, clubs and countries in a line are recognised."),
    )
    file = forms.FileField(
        label=gettext_lazy("Spreadsheet"),
        required=False,
    )
    source = forms.ChoiceField(label=gettext_lazy("Add from"), required=False)
    seen = forms.CharField(required=False, max_length=_MARK, widget=forms.HiddenInput)

    def __init__(self, request: HttpRequest, club: Club, names: Sequence[str] = ()) -> None:
        posted = request.method == "POST"
        initial = {"names": "\n".join(names)}
        super().__init__(request.POST.copy() if posted else None, request.FILES if posted else None, initial=initial)
        self.fields["file"].help_text = f"{gettext(FILE_HELP)} {at_most()}"
        self.request, self.club = request, club
        self.other_sheets: list[str] = []
        choices = [(source.key, source.name) for source in sources_of(club)]
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("– choose –")), *choices] if choices else []

    def add_lines(self) -> None:
        """Bring what was uploaded and chosen into the box. Afterwards the text is all that counts."""
        if not self.is_valid():
            return
        file, key = self.cleaned_data["file"], self.cleaned_data["source"]
        lines = [*self._lines_of(file), *names_from(self.club, key)]
        there = self.cleaned_data["names"].splitlines()
        known = {line.strip() for line in there}
        self._set("names", "\n".join([*there, *(line for line in lines if line.strip() not in known)]).strip("\n"))
        self._set("source", "")

    def _lines_of(self, file: Any) -> list[str]:
        """The cells of a file as lines that the box can hold."""
        if not file:
            return []
        try:
            found = read_list(read_file(file.read(), partial(take_heavy, self.request)), timezone.localdate())
        except Refused as refused:
            self.add_error("file", translate_message(refused.message))
            return []
        except BeingComputedError:
            self.add_error("file", gettext(READING_OTHERS))
            return []
        self.other_sheets = found.other_sheets
        lines = found.file.sheets[found.sheet].table
        return ["\t".join(line).rstrip("\t") for line in lines if any(line)]

    def _set(self, name: str, value: str) -> None:
        self.cleaned_data[name] = value
        self.data[name] = value  # type: ignore[index]  # a copy of what was sent

    # --- who the lines are

    @property
    def text(self) -> str:
        """The names as they stand in the box."""
        return str(self["names"].value() or "")

    @property
    def mark(self) -> str:
        """Marks this text: what was answered about another one does not count."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:_MARK]

    @property
    def was_seen(self) -> bool:
        """Whether the preview that was shown is of this text."""
        return self.is_bound and self.data.get("seen") == self.mark

    @cached_property
    def found(self) -> FoundList | None:
        """The lines as they are understood; None where there are none, or no table."""
        if not self.text.strip():
            return None
        try:
            file = read_file(self.text.encode(), partial(take_heavy, self.request))
        except EventRefused as refused:
            if self.is_bound:
                self.add_error("names", translate_message(refused.message))
            return None
        except BeingComputedError:
            if self.is_bound:
                self.add_error("names", gettext(READING_OTHERS))
            return None
        answers = answers_in(self.data) if self.was_seen else {}
        return read_list(file, timezone.localdate(), answers=answers)

    @cached_property
    def people(self) -> WhoTheyAreForm | None:
        """Who each of them is: asked for, or as it was answered beside this text."""
        if self.found is None or not self.found.players:
            return None
        answers = self.data if self.was_seen else None
        matches = match_players(self.found.players, self.club)
        return WhoTheyAreForm(answers, matches=matches, questions=self.found.questions)

    @property
    def doubts(self) -> int:
        """How many lines need an answer, as their names are nearly those of people who are known."""
        return sum(match.is_near for match in self.people.matches) if self.people else 0

    @property
    def has_ratings(self) -> bool:
        """Whether a line has a rating of its own."""
        return any(match.player.rating is not None for match in self.people.matches) if self.people else False

    def entries(self) -> list[ListedEntry]:
        """Whom to enter. Call once the form and `people` are valid."""
        return self.people.entries() if self.people else []

    def need_players(self) -> None:
        """An event that starts has two at least."""
        if len(self.people.matches if self.people else ()) < FEWEST:
            text = ngettext("Enter at least %(count)d player.", "Enter at least %(count)d players.", FEWEST)
            self.add_error("names", text % {"count": FEWEST})

    def need_preview(self) -> bool:
        """Whether the list, or what it is not clear about, has to be looked at before anything is stored."""
        if self.people is None:
            if self.found is not None:
                self.add_error("names", gettext("No players found in this list."))
            return self.found is not None
        is_as_shown = self.found is not None and self.data.get("read") == self.found.mark
        return not self.was_seen or not is_as_shown or not self.people.is_valid()
