"""The endpoints of line-ups, and the pages of their acts."""

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
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from gipf_engine.tournament.teams.line_ups import usual_line_up
from tournaments.core.act_views import ShapeClass
from tournaments.core.api import EventAPIView
from tournaments.core.desk_menu import AtDesk, DeskState, Group
from tournaments.core.formats import option
from tournaments.core.team_tables import settings_of, team_table
from tournaments.teams import acts, schemas
from tournaments.teams.api.teams import TeamActView
from tournaments.teams.forms import DeadlineForm, LineUpForm
from tournaments.teams.line_ups import match_of_team, own_line_up, plays_for
from tournaments.teams.services import line_ups
from tournaments.teams.services.line_ups import is_due, may_hand_in


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
