"""Forms of files: one that is brought, and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from gipf_engine.messages import SEPARATOR
from gipf_engine.tournament.standings.modifier_codes import codes_of, is_tie_break
from players.models import Upload
from players.uploads.forms import FileForm, SentForm, at_most
from tournaments.core.formats import formats, playable_rules, splits
from tournaments.core.forms import LONGEST_NAME
from tournaments.interchange.formats.imported_event import ImportedEvent, Match
from tournaments.interchange.formats.importers import IMPORTERS, Importer

MOST_NEW_ROWS = 300
"""Players of a file whom no one is asked about, and who are listed before it is imported."""


class UploadForm(FileForm):
    """A file that is brought."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        formats = gettext(SEPARATOR).join(gettext(each.name) for each in IMPORTERS.values())
        one_of = gettext("One of: %(formats)s.") % {"formats": formats}
        self.fields["file"].help_text = f"{one_of} {at_most()}"


class ImportForm(SentForm):
    """What becomes of a file: the event's name, what it leaves open, and who everybody is."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    rules = forms.ChoiceField(label=_("Game"))
    format = forms.ChoiceField(label=_("Format"))
    tie_breaks = forms.CharField(
        label=_("Tie-breaks"),
        help_text=_("Codes in the order in which they count, such as BH/C1, BH, SB."),
        max_length=200,
        required=False,
    )
    rated = forms.BooleanField(label=_("Rated: the games count in the rating list"), required=False)

    def __init__(self, *args: Any, importer: Importer, matches: Sequence[Match], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.matches = matches
        if not importer.is_complete:
            self._choice("rules").choices = playable_rules()
            self._choice("format").choices = self._formats()
        else:
            for name in ("rules", "format", "rated", "tie_breaks"):
                del self.fields[name]
        for match in matches:
            if match.candidates:
                self.fields[_person(match)] = self._person_field(match)

    def _choice(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def _formats(self) -> list[tuple[str, str]]:
        """Formats whose groups or teams TRF would have to say are there only where the file says them."""
        own = self.initial.get("format")
        for_players = [each for each in formats() if not each.for_teams]
        return [(each.key, gettext(each.name)) for each in for_players if not splits(each.key) or each.key == own]

    def _person_field(self, match: Match) -> forms.Field:
        known = [
            (str(each.id), gettext(SEPARATOR).join(filter(None, [each.name, each.country, *each.clubs])))
            for each in match.candidates
        ]
        return forms.ChoiceField(
            label=gettext("Who is %(name)s?") % {"name": match.entry.name},
            choices=[*known, ("", gettext("a new person"))],
            required=False,
            initial=str(match.chosen or ""),
        )

    def clean_tie_breaks(self) -> tuple[str, ...] | None:
        """The codes; None where they are as the file was read, so that they follow from the format that is chosen."""
        if "tie_breaks" not in self.changed_data:
            return None
        codes = tuple(code.upper() for code in codes_of(self.cleaned_data["tie_breaks"]))
        unknown = next((code for code in codes if not is_tie_break(code)), None)
        if unknown is not None:
            raise forms.ValidationError(gettext("There is no tie-break %(code)s.") % {"code": unknown[:20]})
        return codes

    def people(self) -> dict[int, int]:
        """The persons that were chosen, by the file's own numbers."""
        chosen = {match.entry.ref: self.cleaned_data.get(_person(match), "") for match in self.matches}
        return {ref: int(person) for ref, person in chosen.items() if person}

    def rows(self) -> list[tuple[Match, forms.BoundField | None]]:
        """Everybody in the file, with the field that asks who it is where a person is called so."""
        new = [match.entry.ref for match in self.matches if not match.candidates]
        shown = set(new[:MOST_NEW_ROWS])
        rows = (match for match in self.matches if match.candidates or match.entry.ref in shown)
        return [(match, self[_person(match)] if match.candidates else None) for match in rows]

    def not_shown(self) -> int:
        """How many more are new."""
        return max(0, sum(not match.candidates for match in self.matches) - MOST_NEW_ROWS)


def _person(match: Match) -> str:
    return f"person_{match.entry.ref}"


def initial_of(incoming: ImportedEvent, upload: Upload) -> dict[str, Any]:
    """The form's values for a file that was read."""
    plan = incoming.plan
    values: dict[str, Any] = {"name": plan.name, "rules": plan.rules, "format": plan.format, "rated": plan.rated}
    values["tie_breaks"] = ", ".join(plan.tie_breaks or ())
    return values | {"sent": upload.pk}
