"""The endpoints of teams, and the pages of their acts."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, PointsField, WordsField
from gipf_engine.tournament.teams.line_ups import usual_line_up
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EntryName, EventAPIView
from tournaments.core.desk_menu import AtDesk, DeskState, Group
from tournaments.core.formats import is_for_teams, option
from tournaments.core.loader import RoundRow
from tournaments.core.team_loader import TeamRow
from tournaments.core.team_tables import settings_of, team_table
from tournaments.entries.services.leaving import BEFORE_START
from tournaments.models import Team
from tournaments.rounds.api.rounds import BoardShape
from tournaments.teams import acts, schemas
from tournaments.teams.forms import DeadlineForm, LineUpForm, RosterForm, TeamNameForm
from tournaments.teams.line_ups import match_of_team, own_line_up, plays_for
from tournaments.teams.queries import matches_page, players_of, team_page, team_standings
from tournaments.teams.services import line_ups, teams
from tournaments.teams.services.line_ups import is_due, may_hand_in

# --- teams --------------------------------------------------------------------------------------------


class TeamPlayerShape(serializers.Serializer[Any]):
    """A player of a team, in board order."""

    entry = EntryName()
    reserve = serializers.BooleanField(source="is_reserve")
    captain = serializers.BooleanField(source="is_captain")


class TeamName(serializers.Serializer[Any]):
    """A team as tables refer to it: `number` is the pairing number, null before the start."""

    id = IdField()
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


class TeamShape(serializers.Serializer[Any]):
    """A team with its roster."""

    team = TeamName()
    players = TeamPlayerShape(many=True)


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
    """Set the players of a team in board order, reserves last, and its captain, before the event starts."""

    path, method, page_path, name = "teams/<int:team_id>/roster", "put", "teams/<int:team_id>/roster", "event-roster"
    act, service, schema = acts.SetRoster, teams.set_roster, schemas.SetRosterInput
    form_class, title, done = RosterForm, _("Roster of %(team)s"), _("Roster of %(team)s saved.")
    text, submit = _("Players who are registered and play for no other team can be chosen."), _("Save the roster")

    def form(self) -> Form:
        taken = {entry for team in self.rows.teams for entry in team.roster if team.id != self.team.id}
        players = [entry for entry in self.rows.entries if entry.id not in taken]
        boards, reserves = option(self.event, "boards"), option(self.event, "reserves")
        labels = [gettext("Board %(board)d") % {"board": board} for board in range(1, boards + 1)]
        labels += [gettext("Reserve %(place)d") % {"place": place} for place in range(1, reserves + 1)]
        return self.make_form(labels=labels, players=players, initial=self.initial())

    def initial(self) -> dict[str, Any]:
        places = {f"place_{place}": entry for place, entry in enumerate(self.team.roster, 1)}
        return {**super().initial(), **places, "captain": self.team.captain}

    def perform(self, values: Mapping[str, Any]) -> Team:
        made: Team = self.call(
            self.ids["team_id"], values["entries"], captain=values["captain"], expect=values.get("version")
        )
        return made


# --- line-ups -----------------------------------------------------------------------------------------


class LineUpShape(serializers.Serializer[Any]):
    """A line-up as a team handed it in: entries (ids) by board, null for an empty one."""

    seats = serializers.ListField(child=IdField(allow_null=True))


class OwnLineUp(EventAPIView):
    """What one's own team handed in."""

    path = "rounds/<int:number>/line-ups/<int:team_id>"

    @extend_schema(responses=LineUpShape)
    def get(self, request: Request, event_id: int, number: int, team_id: int) -> Response:
        """The line-up of your own team; 404 for others, and before it is handed in.

        Other teams, arbiters and spectators see who plays once both line-ups of the match are open.
        """
        rows = self.rows(self.event(event_id))
        team = rows.team_by_id.get(team_id)
        boards = option(rows.event, "boards")
        seats = own_line_up(rows, self.actor, team, number, boards) if team is not None else None
        if seats is None:
            raise Http404
        return Response(LineUpShape({"seats": seats}).data)


class HandInLineUp(TeamActView):
    """Hand in the line-up of a team for a round, as its captain or as an arbiter; the last one counts.

    It stays hidden from everyone but the team until both line-ups of the match are in, or due.
    """

    path, method = "rounds/<int:number>/line-ups/<int:team_id>", "put"
    page_path, name = "pairings/<int:number>/line-ups/<int:team_id>", "event-line-up"
    act, service, schema, shape = acts.HandInLineUp, line_ups.hand_in_line_up, schemas.HandInLineUpInput, None
    form_class, template, tab = LineUpForm, "tournaments/teams/line_up.html", "event-pairings"
    done, then = _("Line-up handed in."), "event-pairings"

    @cached_property
    def round(self) -> RoundRow:
        """The round that the address names."""
        round_ = self.rows.round(self.ids["number"])
        if round_ is None:
            raise Http404
        return round_

    def check(self) -> None:
        """404 where there is nothing to hand in; for those who may not, it is not there."""
        super().check()
        match = match_of_team(self.round, self.team.id)
        if match is None or not match.is_match or not may_hand_in(self.rows, self.account, self.team):
            raise Http404

    def form(self) -> Form:
        players = [self.rows.by_id[entry] for entry in self.team.roster if not self.rows.by_id[entry].withdrawn]
        boards = range(1, option(self.event, "boards") + 1)
        labels = [gettext("Board %(board)d") % {"board": board} for board in boards]
        return self.make_form(labels=labels, players=players, initial=self.initial())

    def initial(self) -> dict[str, Any]:
        """What the team handed in, for its own players; else the first of the roster."""
        seats = self._kept or self._usual
        return {**super().initial(), **{f"place_{board}": entry for board, entry in enumerate(seats, 1)}}

    @cached_property
    def _kept(self) -> tuple[int | None, ...] | None:
        boards = option(self.event, "boards")
        return own_line_up(self.rows, self.account, self.team, self.round.number, boards)

    @property
    def _usual(self) -> tuple[int | None, ...]:
        rows = self.rows
        absent = [entry.number for entry in rows.entries if entry.withdrawn and entry.number is not None]
        own = next(team for team in team_table(rows).teams if team.number == self.team.number)
        numbers = usual_line_up(settings_of(self.event), own, absent)
        return tuple(None if number is None else rows.by_number[number].id for number in numbers)

    def perform(self, values: Mapping[str, Any]) -> None:
        self.call(self.ids["number"], self.ids["team_id"], values["seats"], expect=values.get("version"))

    def context(self, form: Form) -> dict[str, Any]:
        match = match_of_team(self.round, self.team.id)
        assert match is not None
        other = next(team for team in match.teams if team != self.team.id)
        return {
            "team": self.team,
            "opponent": self.rows.team_by_id[other],
            "has_white": match.white == self.team.id,
            "match": match,
            "due": self.round.line_ups_due,
            "is_due": is_due(self.round, timezone.now()),
            "is_in": self._kept is not None,
            "is_own": plays_for(self.rows, self.account, self.team),
            "fixed_order": bool(option(self.event, "fixed_order")),
        }


def _waits(desk: DeskState) -> bool:
    return desk.is_running and desk.round is not None and bool(desk.round.waiting_matches)


class _LineUpsView(TeamActView):
    """An act on the line-ups of a round, whose version it carries."""

    shape: ClassVar[ShapeClass] = None
    back, then, tab = "event-desk", "event-desk", "event-desk"

    @cached_property
    def round(self) -> RoundRow:
        """The round before the act."""
        round_ = self.rows.round(self.ids["number"])
        if round_ is None:
            raise Http404
        return round_

    def check(self) -> None:
        super().check()
        assert self.round

    def initial(self) -> dict[str, Any]:
        return {"version": self.round.version}

    def names(self) -> Mapping[str, Any]:
        return self.ids


class SetLineUpDeadline(_LineUpsView):
    """Set until when the line-ups of a round are handed in. Then all its matches open with those that are in."""

    path, method = "rounds/<int:number>/line-up-deadline", "put"
    page_path, name = "pairings/<int:number>/line-up-deadline", "event-line-up-deadline"
    act, service, schema = acts.SetLineUpDeadline, line_ups.set_line_up_deadline, schemas.SetLineUpDeadlineInput
    form_class, title, done = DeadlineForm, _("Deadline for the line-ups of round %(number)s"), _("Deadline saved.")
    submit = _("Save the deadline")
    at_desk = AtDesk(Group.ROUND, _("Deadline for line-ups"), _waits)

    def form(self) -> Form:
        return self.make_form(time_zone=self.event.time_zone, initial=self.initial())

    def initial(self) -> dict[str, Any]:
        due = self.round.line_ups_due
        zone = zoneinfo.ZoneInfo(self.event.time_zone)
        return {**super().initial(), "at": due.astimezone(zone).strftime("%Y-%m-%dT%H:%M") if due else ""}


class CloseLineUps(_LineUpsView):
    """Close the line-ups of a round: matches open with those that are in, and empty boards are forfeited."""

    path = "rounds/<int:number>/line-ups/close"
    page_path, name = "pairings/<int:number>/line-ups/close", "event-line-ups-close"
    act, service, schema = acts.CloseLineUps, line_ups.close_line_ups, schemas.CloseLineUpsInput
    title, submit, danger = _("Close the line-ups of round %(number)s?"), _("Close the line-ups"), True
    text = _("Teams that have handed in no line-up forfeit all their boards.")
    done = _("Line-ups closed.")
    at_desk = AtDesk(Group.ROUND, _("Close the line-ups"), _waits, consequence=text)


# --- matches and the table ----------------------------------------------------------------------------


class TeamMatchShape(serializers.Serializer[Any]):
    """A match, or a bye, which has `white` alone. Boards are there once both line-ups are open."""

    table = serializers.IntegerField(source="row.table")
    white = TeamName()
    black = TeamName(allow_null=True)
    bye = WordsField(allow_null=True)
    seated = serializers.BooleanField(source="row.seated")
    white_handed_in = serializers.BooleanField(source="has_white")
    black_handed_in = serializers.BooleanField(source="has_black")
    white_points = PointsField()
    black_points = PointsField()
    open = serializers.BooleanField(source="is_open")
    boards = BoardShape(many=True)


class TeamMatchesShape(serializers.Serializer[Any]):
    """The matches of a round. `line_ups_due`: until when line-ups are handed in; null: until both are."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    line_ups_due = serializers.DateTimeField(allow_null=True)
    matches = TeamMatchShape(many=True)


class RoundMatches(EventAPIView):
    """The matches of a round."""

    path = "rounds/<int:number>/matches"

    @extend_schema(responses=TeamMatchesShape)
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """Which teams meet in a round, with the boards of matches whose line-ups are open; 404 where none is paired."""
        rows = self.rows(self.event(event_id))
        page = matches_page(rows, number) if is_for_teams(rows.event.format) else None
        if page is None:
            raise Http404
        return Response(TeamMatchesShape(page).data)


class TieBreakColumn(serializers.Serializer[Any]):
    """A tie-break of the table."""

    code = serializers.CharField()
    name = WordsField()


class TeamLineShape(serializers.Serializer[Any]):
    """A team in the table; `values` are those of the tie-breaks as they are printed."""

    rank = serializers.IntegerField()
    team = TeamName()
    match_points = PointsField()
    game_points = PointsField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    values = serializers.ListField(child=serializers.CharField())


class TeamStandingsShape(serializers.Serializer[Any]):
    """The table of teams after `rounds` rounds. `by_games`: game points count first."""

    rounds = serializers.IntegerField()
    by_games = serializers.BooleanField()
    columns = TieBreakColumn(many=True)
    lines = TeamLineShape(many=True)


class TeamStandingsOfEvent(EventAPIView):
    """The table of teams."""

    path = "team-standings"

    @extend_schema(responses=TeamStandingsShape)
    def get(self, request: Request, event_id: int) -> Response:
        """The table of an event of teams as it is now; 404 where no teams meet."""
        rows = self.rows(self.event(event_id))
        if not is_for_teams(rows.event.format):
            raise Http404
        return Response(TeamStandingsShape(team_standings(rows)).data)
