"""The forms of teams: a roster, a line-up, and when line-ups are due."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from tournaments.core.forms import MomentForm
from tournaments.core.loader import EntryRow
from tournaments.core.team_loader import TeamRow
from tournaments.models import ForbiddenGroup, TeamByeRequest
from tournaments.rounds.forms import WhyNotForm
from tournaments.teams import schemas

Kind = TeamByeRequest.Kind


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


class LateTeamForm(RosterForm):
    """A team that comes after the start, with its players."""

    schema = schemas.AddLateTeamInput
    asks = {"name": {}, **RosterForm.asks}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields(["name", *self.names, "captain", "version"])


class WithdrawTeamForm(SchemaForm):
    """How a team leaves a running event."""

    schema = schemas.WithdrawTeamInput
    asks = {
        "annul": {
            "choices": [
                ("no", _("count; remaining matches are lost by forfeit")),
                ("yes", _("are removed from the standings")),
            ],
            "widget": forms.RadioSelect,
            "required": True,
        },
        "reason": {},
        "version": {},
    }


class ReadmitTeamForm(SchemaForm):
    """Why a team plays on, and whether it plays the matches that it forfeited."""

    sometimes_required = ("plays_matches",)
    schema = schemas.ReadmitTeamInput
    asks = {
        "plays_matches": {
            "required": False,
            "help_text": _("Matches forfeited since the team left wait for line-ups again."),
        },
        "reason": {},
        "version": {},
    }


class TeamByeForm(SchemaForm):
    """A bye of a team in a round to come."""

    schema = schemas.RequestTeamByeInput
    asks = {"round": {}, "kind": {"choices": ()}, "version": {}}

    def __init__(self, *args: Any, own: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(Kind.HALF, gettext("as a drawn match")), (Kind.ZERO, gettext("nothing"))]
        self.offer("kind", kinds if own else [*kinds, (Kind.FULL, gettext("as a won match"))])


class MissedByesForm(SchemaForm):
    """Rounds that were paired before a team came, of which some give it half-point byes."""

    schema = schemas.GiveTeamMissedByesInput
    asks = {"rounds": {"widget": forms.CheckboxSelectMultiple}, "version": {}}

    def __init__(self, *args: Any, rounds: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("rounds", [(number, gettext("Round %(number)d") % {"number": number}) for number in rounds])


class TeamExclusionForm(SchemaForm):
    """Teams of which no two may be paired, and in which rounds."""

    sometimes_required = ("strength",)
    schema = schemas.KeepTeamsApartInput
    asks = {
        "teams": {"widget": forms.CheckboxSelectMultiple, "help_text": _("Select two or more.")},
        "first_round": {"required": True},
        "last_round": {"help_text": _("Leave empty for all later rounds.")},
        "strength": {"widget": forms.RadioSelect, "choices": (), "required": False},
        "version": {},
    }

    def __init__(self, *args: Any, teams: Sequence[TeamRow], may_avoid: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("teams", [(team.id, team.name) for team in teams])
        strengths = ((ForbiddenGroup.Strength.NEVER, gettext("never")),)
        avoided = ((ForbiddenGroup.Strength.AVOID, gettext("only where the rules leave no other choice")),)
        self.offer("strength", [*strengths, *(avoided if may_avoid else ())])


class LineUpForm(_PlacesForm):
    """Who sits at which board."""

    schema, listed = schemas.HandInLineUpInput, "seats"
    asks = {"version": {}}


class DeadlineForm(MomentForm):
    """Until when line-ups are handed in, in the event's time zone."""

    schema = schemas.SetLineUpDeadlineInput
    asks = {
        "at": {
            "widget": forms.DateTimeInput(attrs={"type": "datetime-local"}),
            "help_text": _("In the event's time zone. Leave it empty to open each match once both line-ups are in."),
        },
        "version": {},
    }

    def clean_at(self) -> datetime | None:
        """The moment that was chosen."""
        return self.moment("at")


class WhyNotTeamsForm(WhyNotForm):
    """Two teams that did not meet."""

    unknown = _("This team does not exist.")
