"""Forms about players of an event: entering, lists from a file, byes, ratings, who is kept apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from common.translation import translate_message
from common.workbooks import MOST_COLUMNS, MOST_SHEETS
from gipf_engine.messages import SEPARATOR
from gipf_engine.player_lists.decoding import ENCODINGS
from gipf_engine.player_lists.meanings import COLUMNS, NOT_USED, Column, Question
from players.models import Upload
from players.people.name_matches import Candidate
from players.uploads.forms import FileForm, SentForm, keep_text
from tournaments.core.forms import LONGEST_NAME
from tournaments.core.loader import EntryRow
from tournaments.entries import schemas
from tournaments.entries.lists.player_lists import FoundList, PlayerMatch
from tournaments.entries.lists.tables import FILE_HELP
from tournaments.entries.queries import NumberRow
from tournaments.entries.services.entries import ListedEntry
from tournaments.models import ByeRequest, ForbiddenGroup
from tournaments.rating_columns import RatingSource

# --- forms about players of an event: entering, leaving, byes, seeding ------------------------------------


NONE = "–"


class SearchForm(forms.Form):
    """Whom to look for."""

    q = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, required=False, strip=True)


class EnterForm(SchemaForm):
    """One person: picked from the list, or called by a new name."""

    schema = schemas.EnterPersonInput
    asks = {"person_id": {}, "name": {}}

    def clean(self) -> dict[str, Any]:
        if not self.errors and not any(self.cleaned_data[name] for name in self.asks):
            self.add_error("name", gettext("Type a name, or pick a person."))
            return self.cleaned_data
        return super().clean()


class WithdrawForm(SchemaForm):
    """How a player leaves a running event."""

    schema = schemas.WithdrawInput
    asks = {
        "annul": {
            "choices": [
                ("no", _("count; remaining games are lost by forfeit")),
                ("yes", _("are removed from the standings")),
            ],
            "widget": forms.RadioSelect,
            "required": True,
        },
        "expel": {
            "help_text": _("Removes the player from the standings; opponents keep their results. Give a reason.")
        },
        "reason": {},
        "version": {},
    }


class ByeForm(SchemaForm):
    """A bye in a round to come."""

    schema = schemas.RequestByeInput
    asks = {"round": {}, "kind": {"choices": ()}}

    def __init__(self, *args: Any, own: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(ByeRequest.Kind.HALF, gettext("half a point")), (ByeRequest.Kind.ZERO, gettext("nothing"))]
        self.offer("kind", kinds if own else [*kinds, (ByeRequest.Kind.FULL, gettext("a full point"))])


class HalfByesForm(SchemaForm):
    """Whether a player may have half-point byes at all: one button or the other."""

    schema = schemas.SetHalfByesInput
    asks = {"half_byes": {"choices": [("yes", ""), ("no", "")], "required": True}}


class TakeByeBackForm(forms.Form):
    """The round whose bye is taken back."""

    round = forms.IntegerField(label=_("Round"), min_value=1)


class TakeRatingsForm(SchemaForm):
    """The players who get the rating of the list."""

    schema = schemas.TakeListedRatingsInput
    asks = {"entries": {"widget": forms.CheckboxSelectMultiple}, "version": {}}

    def __init__(self, *args: Any, rows: Sequence[NumberRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("entries", [(row.entry.id, self._label(row)) for row in rows])

    def _label(self, row: NumberRow) -> str:
        """The name, the rating that the event uses, and the list's."""
        used, listed = (str(value) if value is not None else NONE for value in (row.entry.rating, row.listed))
        params = {"name": row.entry.name, "used": used, "listed": listed}
        if row.entry.rating_source == RatingSource.HAND:
            return gettext("%(name)s: %(used)s, set by hand; on the list: %(listed)s") % params
        return gettext("%(name)s: %(used)s; on the list: %(listed)s") % params


# --- the form of who is not to meet whom ------------------------------------------------------------------


class ExclusionForm(SchemaForm):
    """Players of whom no two may be paired, and in which rounds."""

    sometimes_required = ("strength",)
    schema = schemas.AddExclusionInput
    asks = {
        "entries": {"widget": forms.CheckboxSelectMultiple, "help_text": _("Select two or more.")},
        "first_round": {"required": True},
        "last_round": {"help_text": _("Leave empty for all later rounds.")},
        "strength": {"widget": forms.RadioSelect, "choices": (), "required": False},
        "version": {},
    }

    def __init__(self, *args: Any, entries: Sequence[EntryRow], may_avoid: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("entries", [(entry.id, entry.name) for entry in entries])
        strengths = ((ForbiddenGroup.Strength.NEVER, gettext("never")),)
        avoided = ((ForbiddenGroup.Strength.AVOID, gettext("only where the rules leave no other choice")),)
        self.offer("strength", [*strengths, *(avoided if may_avoid else ())])


class WithdrawManyForm(SchemaForm):
    """Who leaves a running event, and why."""

    schema = schemas.WithdrawManyInput
    asks = {"entries": {"widget": forms.CheckboxSelectMultiple}, "reason": {}, "version": {}}

    def __init__(self, *args: Any, entries: Sequence[EntryRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("entries", [(entry.id, entry.name) for entry in entries])


class GiveByesForm(SchemaForm):
    """Who gets a bye in a round to come, of what worth, and why."""

    schema = schemas.GiveByesToInput
    asks = {
        "round": {},
        "kind": {"choices": ()},
        "entries": {"widget": forms.CheckboxSelectMultiple},
        "reason": {},
        "version": {},
    }

    def __init__(self, *args: Any, entries: Sequence[EntryRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = (
            (ByeRequest.Kind.ZERO, gettext("nothing")),
            (ByeRequest.Kind.HALF, gettext("half a point")),
            (ByeRequest.Kind.FULL, gettext("a full point")),
        )
        self.offer("kind", kinds)
        self.offer("entries", [(entry.id, entry.name) for entry in entries])


# --- forms of a list of players from a spreadsheet: the file, its columns, and who everybody is -----------


NEW, SKIP = "new", "skip"
_ANSWER = "answer-"
LONGEST_LIST = 20_000


class ListUploadForm(FileForm):
    """A file that is brought, or lines that are typed or pasted."""

    sometimes_required = ("names", "file", "upload")
    asks_for_file = False
    file_help = FILE_HELP
    field_order = ("names", "file", "upload")
    names = forms.CharField(
        label=_("Names"),
        max_length=LONGEST_LIST,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "data-paste-table": True}),
        help_text=_("One player per line. Tables copied from a spreadsheet, a mail or a web page are read too."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        pasted = data.get("names", "").strip()
        has_file = bool(data.get("file") or data.get("upload"))
        if has_file and pasted:  # neither is left out without a word
            self.add_error("names", gettext("Paste a list or choose a file, not both."))
        if not self.errors and not has_file and not pasted:
            self.add_error("names" if "names" in self.data else "file", gettext("This field is required."))
        return data

    def kept(self) -> Upload:
        """What was brought: the file, where there is one. Raises NotAllowed and UploadRefused."""
        pasted = self.cleaned_data["names"]
        return keep_text(self.account, pasted.encode()) if pasted.strip() else self.brought()


class ReadingForm(forms.Form):
    """How a file is read: which of its sheets, in which encoding, and what each column holds.

    `shown` marks what the last preview was made of: what was answered about another one does not count.
    """

    sometimes_required = ("sheet", "encoding")
    sheet = forms.TypedChoiceField(label=_("Sheet"), coerce=int, empty_value=None, required=False)
    encoding = forms.ChoiceField(label=_("Encoding"), required=False)
    shown = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    def __init__(self, *args: Any, found: FoundList | None = None, **kwargs: Any) -> None:
        if found is not None:
            kwargs["initial"] = _initial_reading(found)
        super().__init__(*args, **kwargs)
        names = [sheet.name for sheet in found.file.sheets] if found else [""] * MOST_SHEETS
        self.offer("sheet", [(str(place), f"{place + 1} {name}".strip()) for place, name in enumerate(names)])
        self.offer("encoding", [] if found and not found.file.encoding else list(ENCODINGS.items()))
        width = len(found.columns) if found else MOST_COLUMNS
        meanings = [(NOT_USED, gettext("– not used –")), *((key, gettext(label)) for key, label in COLUMNS.items())]
        for place in range(width):
            label = gettext("Meaning of column %(number)d") % {"number": place + 1}
            self.fields[_column(place)] = forms.ChoiceField(label=label, choices=meanings, required=False)
        self.found = found

    def offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Let one of these be chosen; a field without a choice to make is left out."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        if len(choices) < 2 and self.is_bound is False:
            field.widget = forms.HiddenInput()

    def rows(self) -> list[tuple[Column, forms.BoundField | None]]:
        """Each column, with the field that says what it holds; None where a question asks that."""
        if self.found is None:
            return []
        asked = {question.key for question in self.found.questions}
        return [(column, None if column.key in asked else self[_column(column.place)]) for column in self.found.columns]

    def is_of_shown(self) -> bool:
        """Whether what was said is of the sheet and encoding that were shown."""
        sheet, encoding = self.cleaned_data["sheet"], self.cleaned_data["encoding"]
        return bool(self.cleaned_data["shown"].startswith(f"{sheet}/{encoding}/"))

    def columns(self) -> list[str | None] | None:
        """What each column holds (None: as it looks); None where nothing was said, or was said of another sheet."""
        sent = [place for place in range(MOST_COLUMNS) if _column(place) in self.data]
        if not sent or not self.is_of_shown():
            return None
        return [
            self.cleaned_data[_column(place)] if _column(place) in self.data else None for place in range(max(sent) + 1)
        ]

    def is_as_shown(self, found: FoundList) -> bool:
        """Whether the list is read as it was in the preview."""
        return bool(self.cleaned_data["shown"] == found.mark)


def answers_in(data: Mapping[str, Any]) -> dict[str, str]:
    """What a form that was sent answers to the questions about a list."""
    return {key.removeprefix(_ANSWER): str(data[key]) for key in data if key.startswith(_ANSWER) and data[key]}


def _initial_reading(found: FoundList) -> dict[str, Any]:
    values = {_column(column.place): column.meaning for column in found.columns}
    return {**values, "sheet": str(found.sheet), "encoding": found.file.encoding, "shown": found.mark}


def _column(place: int) -> str:
    return f"column-{place}"


class ListForm(SentForm):
    """What is unclear about the list, and who everybody of it is.

    A name that is nearly a member's has no answer until one is given. `kept` has what was answered before the list
    was read again.
    """

    def __init__(
        self,
        *args: Any,
        matches: Sequence[PlayerMatch],
        questions: Sequence[Question] = (),
        kept: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.matches = matches
        self.asked = questions
        for question in questions:
            self.fields[f"{_ANSWER}{question.key}"] = _answer_field(question)
        for match in matches:
            self.fields[_person(match)] = self._person_field(match, (kept or {}).get(_person(match), ""))

    def questions(self) -> list[forms.BoundField]:
        """The fields that ask what is unclear."""
        return [self[f"{_ANSWER}{question.key}"] for question in self.asked]

    @property
    def has_answers(self) -> bool:
        """Whether a question has an answer already, of people or of the list itself."""
        return any(not question.is_open for question in self.asked)

    def _person_field(self, match: PlayerMatch, before: str) -> forms.Field:
        known = [(str(each.id), _describe_candidate(each, match)) for each in match.candidates]
        ask = [("", gettext("– choose –"))] if match.is_near else []
        choices = [*ask, *known, (NEW, gettext("a new person")), (SKIP, gettext("leave out"))]
        usual = "" if match.is_near else str(match.chosen or NEW)
        return forms.ChoiceField(
            label=gettext("Who is %(name)s?") % {"name": match.player.name},
            choices=choices,
            initial=before if before in dict(choices) else usual,
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


def _answer_field(question: Question) -> forms.ChoiceField:
    """A question about the list as choices of which none is taken unless it was answered."""
    return forms.ChoiceField(
        label=translate_message(question.message),
        choices=[(choice.key, translate_message(choice.label)) for choice in question.choices],
        initial=question.answer or None,
        widget=forms.RadioSelect,
        error_messages={"required": gettext("Choose an answer.")},
    )


def _describe_candidate(candidate: Candidate, match: PlayerMatch) -> str:
    """A person who may be meant, in a pick-list."""
    here = gettext("registered already") if candidate.id in match.registered else ""
    return gettext(SEPARATOR).join(filter(None, [candidate.name, candidate.country, *candidate.clubs, here]))


def _person(match: PlayerMatch) -> str:
    return f"person_{match.player.line}"
