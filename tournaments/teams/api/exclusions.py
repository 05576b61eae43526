"""The endpoints of teams that are kept apart, and the page: for those who run the event."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.permissions import require
from players.roles import Permission
from tournaments.core.act_views import ActView
from tournaments.core.api import EventAPIView
from tournaments.core.desk_menu import AtDesk, Group
from tournaments.core.formats import avoids_pairs, is_for_teams, pairs_teams_freely
from tournaments.entries.schemas import RemoveExclusionInput, RemoveExclusionQuery
from tournaments.models import Event, ForbiddenGroup
from tournaments.teams import acts, schemas
from tournaments.teams.forms import TeamExclusionForm
from tournaments.teams.services import exclusions


class TeamExclusionShape(serializers.Serializer[Any]):
    """Teams (ids) of which no two may be paired, from a round to a round (null: to the end).

    `strength` is "never" or "avoid": two of them may meet where the rules leave no choice.
    """

    id = IdField()
    teams = serializers.ListField(child=serializers.IntegerField())
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField(allow_null=True)
    strength = serializers.ChoiceField(choices=ForbiddenGroup.Strength.values)


class KeepTeamsApart(ActView):
    """Forbid pairings among these teams, or avoid them. Rounds already paired stay unchanged."""

    path, page_path, name = "teams-apart", "teams/apart", "event-teams-apart"
    act, service, schema = acts.KeepTeamsApart, exclusions.keep_teams_apart, schemas.KeepTeamsApartInput
    shape, code = TeamExclusionShape, status.HTTP_201_CREATED
    form_class, template, tab = TeamExclusionForm, "tournaments/teams/apart.html", "event-desk"
    done, then = _("These teams will not be paired."), "event-teams-apart"
    at_desk = AtDesk(
        Group.PLAYERS,
        _("Keep teams apart"),
        lambda desk: pairs_teams_freely(desk.head.event.format) and not desk.is_in(Event.State.CLOSED),
    )

    def found(self, view: EventAPIView, made: ForbiddenGroup) -> Any:
        return next(each for each in view.rows(self.event).forbidden if each.id == made.pk)

    def check(self) -> None:
        """404 where a schedule says who meets."""
        if not pairs_teams_freely(self.event.format):
            raise Http404

    def form(self) -> Form:
        return self.make_form(teams=self.rows.teams, may_avoid=avoids_pairs(self.event.format), initial=self.initial())

    def context(self, form: Form) -> dict[str, Any]:
        rows = self.rows
        groups = [(each, [rows.team_by_id[team].name for team in each.teams]) for each in rows.forbidden]
        known = {"groups": groups, "to_choose": len(rows.teams), "may_avoid": avoids_pairs(self.event.format)}
        return known | {"delete": AllowTeams.name}


class AllowTeams(ActView):
    """Allow pairings within a group of teams again."""

    page_path, name = "teams/apart/<int:group_id>/delete", "event-teams-apart-delete"
    act, service, schema = acts.AllowTeams, exclusions.allow_teams, RemoveExclusionInput
    done, then = _("They can be paired again."), "event-teams-apart"


class TeamExclusions(EventAPIView):
    """Teams that are kept apart."""

    path = "teams-apart"

    @extend_schema(responses=TeamExclusionShape(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All groups of teams that are kept apart. For those who run the event."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.RUN_ROUNDS, event.scope)
        if not is_for_teams(event.format):
            raise Http404
        return self.paginate(self.rows(event).forbidden, TeamExclusionShape)


class OneTeamExclusion(EventAPIView):
    """One group of teams."""

    path = "teams-apart/<int:group_id>"

    @extend_schema(parameters=[RemoveExclusionQuery], responses={204: None})
    def delete(self, request: Request, event_id: int, group_id: int) -> Response:
        """Allow pairings within a group of teams again."""
        actor, asked = self.actor, self.validated_query(RemoveExclusionQuery)
        sent = self.validated_body(RemoveExclusionInput)
        doing = AllowTeams(request, self.event(event_id), actor, {"group_id": group_id})
        confirm = [*asked["confirm"], *sent["confirm"]]
        return doing.respond(self, doing.perform({**sent, **asked, "confirm": confirm}))
