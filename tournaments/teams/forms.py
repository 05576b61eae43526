"""The forms of teams: a roster, a line-up, and when line-ups are due."""

from __future__ import annotations

import zoneinfo
from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from tournaments.core.loader import EntryRow
from tournaments.rounds.forms import WhyNotForm
from tournaments.teams import schemas


class TeamNameForm(SchemaForm):
    """What a team is called."""

    schema = schemas.TeamNameInput
    asks = {"name": {}, "version": {}}


class _PlacesForm(SchemaForm):
    """A list of places, each with one of some players or none, which the schema has as a list in the field `listed`."""

    listed: ClassVar[str]

    def __init__(self, *args: Any, labels: Sequence[str], players: Sequence[EntryRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = [f"place_{place}" for place in range(1, len(labels) + 1)]
        choices = [("", gettext("empty")), *((entry.id, entry.name) for entry in players)]
        places = {
            name: forms.TypedChoiceField(label=label, choices=choices, required=False, coerce=int, empty_value=None)
            for name, label in zip(self.names, labels, strict=True)
        }
        self.fields = {**places, **self.fields}
        self.sometimes_required = tuple(self.names)

    def clean(self) -> dict[str, Any]:
        """Let the schema judge the list."""
        self.given = {**self.given, self.listed: self.places()}
        return super().clean()

    def places(self) -> list[int | None]:
        """The entries (ids) that were chosen, place by place."""
        return [self.cleaned_data.get(name) for name in self.names]


class RosterForm(_PlacesForm):
    """Who plays for a team, in board order, and its captain."""

    schema, listed = schemas.SetRosterInput, "entries"
    asks = {
        "captain": {"choices": (), "help_text": _("One of the players. The captain hands in the line-ups.")},
        "version": {},
    }

    def __init__(self, *args: Any, players: Sequence[EntryRow], **kwargs: Any) -> None:
        super().__init__(*args, players=players, **kwargs)
        self.offer("captain", [("", gettext("none")), *((entry.id, entry.name) for entry in players)])

    def places(self) -> list[int | None]:
        """The players in their order; places that are left empty do not count."""
        return [entry for entry in super().places() if entry is not None]


class LineUpForm(_PlacesForm):
    """Who sits at which board."""

    schema, listed = schemas.HandInLineUpInput, "seats"
    asks = {"version": {}}


class DeadlineForm(SchemaForm):
    """Until when line-ups are handed in, in the event's time zone."""

    schema = schemas.SetLineUpDeadlineInput
    asks = {
        "at": {
            "widget": forms.DateTimeInput(attrs={"type": "datetime-local"}),
            "help_text": _("In the event's time zone. Leave it empty to open each match once both line-ups are in."),
        },
        "version": {},
    }

    def __init__(self, *args: Any, time_zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zoneinfo.ZoneInfo(time_zone)

    def clean_at(self) -> datetime | None:
        """The moment, which the browser says without a time zone."""
        text: str = self.cleaned_data["at"]
        if not text:
            return None
        try:
            return datetime.fromisoformat(text).replace(tzinfo=self.zone)
        except ValueError:
            raise forms.ValidationError(_("Enter a date and a time.")) from None


class WhyNotTeamsForm(WhyNotForm):
    """Two teams that did not meet."""

    unknown = _("This team does not exist.")
