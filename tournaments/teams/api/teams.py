"""The endpoints of teams and rosters, and the pages of their acts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EntryName, EventAPIView, TeamName
from tournaments.core.desk_menu import AtDesk, DeskState, Group
from tournaments.core.formats import is_for_teams, option
from tournaments.core.team_loader import TeamRow
from tournaments.entries.services.leaving import BEFORE_START
from tournaments.models import Team
from tournaments.teams import acts, schemas
from tournaments.teams.forms import RosterForm, TeamNameForm
from tournaments.teams.queries.teams import players_of, team_page
from tournaments.teams.services import rosters, teams


class TeamPlayerShape(serializers.Serializer[Any]):
    """A player of a team, in board order."""

    entry = EntryName()
    reserve = serializers.BooleanField(source="is_reserve")
    captain = serializers.BooleanField(source="is_captain")


class TeamByeShape(serializers.Serializer[Any]):
    """A bye that a team asked for in a round that is not paired yet. `kind` is "half", "zero" or "full"."""

    round = serializers.IntegerField()
    kind = serializers.CharField()


class TeamShape(serializers.Serializer[Any]):
    """A team with its roster. `withdrawn_after`: the last round that was paired when it left, null while it plays."""

    team = TeamName()
    players = TeamPlayerShape(many=True)
    withdrawn_after = serializers.IntegerField(source="team.withdrawn_after", allow_null=True)
    annulled = serializers.BooleanField(source="team.annulled")
    byes = serializers.SerializerMethodField()

    @extend_schema_field(TeamByeShape(many=True))
    def get_byes(self, row: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The byes of rounds to come."""
        return [{"round": number, "kind": kind} for number, kind in row["team"].byes]


class Teams(EventAPIView):
    """The teams of an event."""

    path = "teams"

    @extend_schema(responses=TeamShape(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All teams with their rosters, by number, before the start in the order of registration."""
        rows = self.rows(self.event(event_id))
        found = [{"team": team, "players": players_of(rows, team)} for team in rows.teams]
        return self.paginate(found, TeamShape)


class OneTeam(EventAPIView):
    """A team."""

    path = "teams/<int:team_id>"

    @extend_schema(responses=TeamShape)
    def get(self, request: Request, event_id: int, team_id: int) -> Response:
        """A team with its roster."""
        rows = self.rows(self.event(event_id))
        if team_id not in rows.team_by_id:
            raise Http404
        page = team_page(rows, rows.team_by_id[team_id])
        return Response(TeamShape({"team": page.team, "players": page.players}).data)


class TeamActView(ActView):
    """An act on a team, which its address names; answered with the team."""

    shape: ClassVar[ShapeClass] = TeamShape
    back, then, tab = "event-teams", "event-teams", "event-players"

    @cached_property
    def team(self) -> TeamRow:
        """The team before the act."""
        try:
            return self.rows.team_by_id[self.ids["team_id"]]
        except KeyError:
            raise Http404 from None

    def check(self) -> None:
        """404 for a page of teams where no teams meet, and for a team that is not there."""
        if not is_for_teams(self.event.format):
            raise Http404
        if "team_id" in self.ids:
            assert self.team

    def found(self, view: EventAPIView, made: Team) -> dict[str, Any]:
        rows = view.rows(self.event)
        team = rows.team_by_id[made.pk]
        return {"team": team, "players": players_of(rows, team)}

    def names(self) -> Mapping[str, Any]:
        return {"team": self.team.name} if "team_id" in self.ids else {}

    def words(self, form: Form, made: Any) -> Mapping[str, Any]:
        return {"team": made.name} if isinstance(made, Team) else {}


def roster_form(doing: ActView, team: TeamRow | None) -> Form:
    """The form of an act that says who plays for a team (None: a new one): players of no other team are offered.

    Those of its roster who have withdrawn have places beyond the others.
    """
    rows = doing.rows
    taken = {entry for other in rows.teams for entry in other.roster if team is None or other.id != team.id}
    own = () if team is None else team.roster
    players = [entry for entry in rows.entries if entry.id not in taken and (not entry.withdrawn or entry.id in own)]
    boards, gone = option(rows.event, "boards"), sum(rows.by_id[entry].withdrawn for entry in own)
    reserves = option(rows.event, "reserves") + gone
    labels = [gettext("Board %(board)d") % {"board": board} for board in range(1, boards + 1)]
    labels += [gettext("Reserve %(place)d") % {"place": place} for place in range(1, reserves + 1)]
    return doing.make_form(labels=labels, players=players, initial=doing.initial())


def _before_start(desk: DeskState) -> bool:
    return desk.head.for_teams and desk.is_in(*BEFORE_START)


class MakeTeam(TeamActView):
    """Add a team, before the event starts."""

    path, page_path, name = "teams", "teams/new", "event-team-new"
    act, service, schema, code = acts.MakeTeam, teams.make_team, schemas.TeamNameInput, status.HTTP_201_CREATED
    form_class, title, done = TeamNameForm, _("Add a team"), _("Team added: %(team)s.")
    at_desk = AtDesk(Group.PLAYERS, title, _before_start)

    def perform(self, values: Mapping[str, Any]) -> Team:
        made: Team = self.call(values["name"], expect=values.get("version"))
        return made


class RenameTeam(TeamActView):
    """Rename a team, before the event starts."""

    path, method = "teams/<int:team_id>", "patch"
    page_path, name = "teams/<int:team_id>/name", "event-team-rename"
    act, service, schema = acts.RenameTeam, teams.rename_team, schemas.TeamNameInput
    form_class, title, done = TeamNameForm, _("Rename %(team)s"), _("Team renamed: %(team)s.")

    def perform(self, values: Mapping[str, Any]) -> Team:
        made: Team = self.call(self.ids["team_id"], values["name"], expect=values.get("version"))
        return made

    def initial(self) -> dict[str, Any]:
        return {**super().initial(), "name": self.team.name}


class RemoveTeam(TeamActView):
    """Remove a team, before the event starts. Its players stay registered."""

    path, method = "teams/<int:team_id>", "delete"
    page_path, name = "teams/<int:team_id>/remove", "event-team-remove"
    act, service, shape = acts.RemoveTeam, teams.remove_team, None
    title, submit, danger = _("Remove %(team)s?"), _("Remove %(team)s"), True
    text, done = _("The players of the team stay registered."), _("Team removed.")


class SetRoster(TeamActView):
    """Set the players of a team in board order, reserves last, and its captain.

    While the event runs, players who have played stay on the roster. All stay while a line-up waits for the other one.
    A fixed order of boards changes only between rounds, if the event allows it.
    """

    path, method, page_path, name = "teams/<int:team_id>/roster", "put", "teams/<int:team_id>/roster", "event-roster"
    act, service, schema = acts.SetRoster, rosters.set_roster, schemas.SetRosterInput
    form_class, title, done = RosterForm, _("Roster of %(team)s"), _("Roster of %(team)s saved.")
    text, submit = _("Players who are registered and play for no other team can be chosen."), _("Save the roster")

    def form(self) -> Form:
        return roster_form(self, self.team)

    def initial(self) -> dict[str, Any]:
        places = {f"place_{place}": entry for place, entry in enumerate(self.team.roster, 1)}
        return {**super().initial(), **places, "captain": self.team.captain}

    def perform(self, values: Mapping[str, Any]) -> Team:
        made: Team = self.call(
            self.ids["team_id"], values["entries"], captain=values["captain"], expect=values.get("version")
        )
        return made
