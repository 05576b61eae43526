"""The forms of leagues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext

from common.schema_forms import SchemaForm
from tournaments.core.forms import DateInput, PlanForm
from tournaments.models import Event, League
from tournaments.seasons.schemas import DivisionNew, LeagueChange, LeagueNew, LeaguePlan, NextSeason, SeasonMoveInput
from tournaments.seasons.services.leagues import season_on


class _PlanForm(PlanForm):
    """What is decided of a league, and of the season that is on."""

    kept = ("name", "season", "up", "down", "about")
    schema: ClassVar[type[LeaguePlan]] = LeagueNew
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "name": {},
        "season": {},
        "up": {"initial": 1, "required": True},
        "down": {"initial": 1, "required": True},
        "about": {"widget": forms.Textarea(attrs={"rows": 4})},
    }

    @classmethod
    def decided(cls, held: League) -> dict[str, Any]:
        season = season_on(held.pk)
        known = {"name": held.name, "about": held.about, "season": season.name}
        return {**known, "up": season.up, "down": season.down}


class NewLeagueForm(_PlanForm):
    """A league that is made; its club is given."""


class LeagueForm(_PlanForm):
    """A league that is changed."""

    schema = LeagueChange
    asks = {**_PlanForm.asks, "version": {}}


class DivisionForm(SchemaForm):
    """An event that becomes a division."""

    schema = DivisionNew
    asks = {"event": {"choices": ()}}

    def __init__(self, *args: Any, events: Iterable[Event] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("event", [(event.pk, event.name) for event in events], changing=True)


class MoveForm(SchemaForm):
    """A player who moves by hand: to a division, or "" out of the league."""

    schema = SeasonMoveInput
    asks = {"to": {"choices": (), "required": False}, "reason": {}, "version": {}}
    field_order = ("person",)

    def __init__(
        self, *args: Any, people: Sequence[tuple[int, str]] = (), levels: Iterable[int] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        divisions = [(level, gettext("Division %(number)d") % {"number": level}) for level in levels]
        self.offer("to", [*divisions, ("", gettext("leaves the league"))])
        gone = {"invalid_choice": gettext("This player plays in no division any more. Choose another one.")}
        sent = self.data.get("person", "")
        is_gone = self.is_bound and sent not in {"", *(str(person) for person, _name in people)}
        self.fields["person"] = forms.TypedChoiceField(
            choices=[*([("", "–")] if is_gone else []), *people],
            coerce=int,
            label=gettext("Player"),
            error_messages=gone,
        )
        self.order_fields(self.field_order)


class NextSeasonForm(SchemaForm):
    """The season that follows."""

    schema = NextSeason
    asks = {"name": {}, "starts_on": {"widget": DateInput}, "ends_on": {"widget": DateInput}, "version": {}}
