"""The endpoints of teams that come late, leave, and come back, and their pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import status

from tournaments.core.desk_menu import AtDesk, Group
from tournaments.core.formats import has_schedule_of_teams
from tournaments.models import Team
from tournaments.teams import acts, schemas
from tournaments.teams.api.teams import TeamActView, roster_form
from tournaments.teams.forms import LateTeamForm, ReadmitTeamForm, WithdrawTeamForm
from tournaments.teams.queries.desk import takes_late_teams
from tournaments.teams.services import late, leaving


class AddLateTeam(TeamActView):
    """Add a team with its players while the event runs. It is paired from the next round on."""

    path, page_path, name = "teams/late", "teams/late", "event-team-late"
    act, service, schema, code = acts.AddLateTeam, late.add_late_team, schemas.AddLateTeamInput, status.HTTP_201_CREATED
    form_class, title, done = LateTeamForm, _("Add a late team"), _("Team added: %(team)s.")
    text = _(
        "Register its players first; all who play for no team can be chosen."
        " The team scores nothing for rounds already paired, unless you give it byes."
    )
    at_desk = AtDesk(Group.PLAYERS, title, lambda desk: takes_late_teams(desk.rows))

    def check(self) -> None:
        super().check()
        if not takes_late_teams(self.rows):
            raise Http404

    def form(self) -> Form:
        return roster_form(self, None)

    def perform(self, values: Mapping[str, Any]) -> Team:
        made: Team = self.call(
            values["name"], values["entries"], captain=values["captain"], expect=values.get("version")
        )
        return made


class WithdrawTeam(TeamActView):
    """Withdraw a team: it is no longer paired and forfeits its open matches. Its players leave with it."""

    path, name = "teams/<int:team_id>/withdraw", "event-team-withdraw"
    act, service, schema = acts.WithdrawTeam, leaving.withdraw_team, schemas.WithdrawTeamInput
    form_class, title, submit, danger = WithdrawTeamForm, _("%(team)s leaves the event"), _("Withdraw %(team)s"), True
    template = "tournaments/teams/withdraw.html"
    done, refusals_apart, then, then_by_ids = _("%(team)s has withdrawn."), True, "event-team", True

    def form(self) -> Form:
        by_custom = "yes" if self.custom else "no"
        form = self.make_form(initial={**self.initial(), "annul": by_custom})
        if not has_schedule_of_teams(self.event.format):
            del form.fields["annul"]
        return form

    @cached_property
    def custom(self) -> bool:
        """Whether the matches leave the standings by the custom."""
        return leaving.annuls_team(self.rows, self.team)

    def context(self, form: Form) -> dict[str, Any]:
        known = has_schedule_of_teams(self.event.format)
        done, total = leaving.matches_done(self.rows, self.team) if known else (0, 0)
        return {"team": self.team, "custom": self.custom, "matches_done": done, "matches_total": total}


class ReadmitTeam(TeamActView):
    """Reinstate a team that withdrew, with the players who left with it."""

    path, name = "teams/<int:team_id>/readmit", "event-team-readmit"
    act, service, schema = acts.ReadmitTeam, leaving.readmit_team, schemas.ReadmitTeamInput
    form_class, title, submit = ReadmitTeamForm, _("%(team)s plays on"), _("Reinstate %(team)s")
    text = _("The team is paired again from the next round, and earlier matches count.")
    done, refusals_apart, then, then_by_ids = _("%(team)s was reinstated."), True, "event-team", True

    def form(self) -> Form:
        form = self.make_form(initial=self.initial())
        if not any(leaving.forfeited_since(self.rows, self.team)):
            del form.fields["plays_matches"]
        return form
