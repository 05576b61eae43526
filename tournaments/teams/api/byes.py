"""The endpoints of byes of teams, and their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import status

from players.permissions import require
from players.roles import Permission
from tournaments.teams import acts, schemas
from tournaments.teams.api.teams import TeamActView
from tournaments.teams.forms import MissedByesForm, TeamByeForm
from tournaments.teams.line_ups import is_captain
from tournaments.teams.queries.desk import may_have_bye
from tournaments.teams.services import byes


class RequestTeamBye(TeamActView):
    """Request a bye of a team in a round that is not paired yet: as its captain or, as arbiter, for any team."""

    path, page_path, name = "teams/<int:team_id>/byes", "teams/<int:team_id>/bye", "event-team-bye"
    act, service, schema = acts.RequestTeamBye, byes.request_team_bye, schemas.RequestTeamByeInput
    renamed, code = {"round": "round_number"}, status.HTTP_201_CREATED
    form_class, template = TeamByeForm, "tournaments/teams/bye.html"
    done, then, then_by_ids = _("Bye saved."), "event-team", True

    def check(self) -> None:
        """404 where no byes can be asked for; refused for those who are neither captain nor arbiter."""
        super().check()
        if not may_have_bye(self.rows, self.team):
            raise Http404
        if not self.head.may_enter_players and not is_captain(self.rows, self.account, self.team):
            require(self.account, Permission.ENTER_PLAYERS, self.event.scope)

    def form(self) -> Form:
        return self.make_form(own=not self.head.may_enter_players, initial=self.initial())

    def initial(self) -> dict[str, Any]:
        return {**super().initial(), "round": len(self.rows.rounds) + 1, "kind": "half"}

    def context(self, form: Form) -> dict[str, Any]:
        may_give = self.head.may_enter_players
        missed = byes.missed_rounds_of_team(self.rows, self.team) if may_give else []
        given = MissedByesForm(rounds=missed, initial=super().initial()) if missed else None
        return {"team": self.team, "byes": self.team.byes, "missed_form": given, "may_give": may_give}


class CancelTeamBye(TeamActView):
    """Cancel a request for a bye of a team before its round is paired."""

    path, method = "teams/<int:team_id>/byes/<int:round_number>", "delete"
    page_path, name = "teams/<int:team_id>/byes/<int:round_number>/cancel", "event-team-bye-cancel"
    act, service, shape = acts.CancelTeamBye, byes.cancel_team_bye, None
    done, then = _("Bye cancelled."), "event-teams"


class SetTeamHalfByes(TeamActView):
    """Allow or stop half-point byes for a team. Once stopped, arbiters cannot give one either."""

    path, page_path = "teams/<int:team_id>/half-byes", "teams/<int:team_id>/half-byes"
    name, act, service = "event-team-half-byes", acts.SetTeamHalfByes, byes.set_team_half_byes
    schema, renamed, asks = schemas.SetTeamHalfByesInput, {"half_byes": "allowed"}, {"half_byes": {}, "version": {}}
    title, submit = _("Half-point byes of %(team)s"), _("Save")
    text = _("Once stopped, no one can give this team a half-point bye, in any way.")
    done, then, then_by_ids = _("Half-point byes saved."), "event-team", True

    def initial(self) -> dict[str, Any]:
        return {**super().initial(), "half_byes": not self.team.no_half_byes}


class GiveTeamMissedByes(TeamActView):
    """Give a late team half-point byes for rounds that were paired before it came, as long as it is not paired."""

    path, name = "teams/<int:team_id>/missed-byes", "event-team-missed-byes"
    act, service, schema = acts.GiveTeamMissedByes, byes.give_team_missed_byes, schemas.GiveTeamMissedByesInput
    form_class, title, submit = MissedByesForm, _("Byes for missed rounds"), _("Give these byes")
    text = _("A late team scores nothing for rounds already paired, unless you give half-point byes here.")
    done = _("Byes saved.")

    def form(self) -> Form:
        rounds = byes.missed_rounds_of_team(self.rows, self.team)
        return self.make_form(rounds=rounds, initial=self.initial())

    def perform(self, values: Mapping[str, Any]) -> Any:
        return self.call(self.ids["team_id"], values["rounds"], expect=values.get("version"), confirm=values["confirm"])
