"""The endpoints of leagues."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, PointsField
from common.web import missing_is_404, posted_data
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName, PlayerName
from tournaments.core.api import ScopeAPIView
from tournaments.core.club_views import EditsPlan, NewActView
from tournaments.core.queries.journals import journal_lines
from tournaments.core.queries.leagues import all_leagues
from tournaments.core.scope_act_views import ScopeActView, ShapeClass
from tournaments.models import League
from tournaments.seasons import acts, schemas
from tournaments.seasons.forms import DivisionForm, LeagueForm, MoveForm, NewLeagueForm, NextSeasonForm
from tournaments.seasons.pages import league_context
from tournaments.seasons.queries import DivisionLine, DivisionTable, LeaguePage, events_to_add, league_page
from tournaments.seasons.services import leagues as services
from tournaments.seasons.services.next_season import end_season

SETTINGS = "tournaments/seasons/edit.html"
ADDING, MOVING = "add_%s", "move_%s"

# --- out -----------------------------------------------------------------------------------------------


class LeagueShape(serializers.Serializer[Any]):
    """A league in a list, with the name of the season that is on."""

    id = IdField()
    club = ClubName()
    name = serializers.CharField()
    season = serializers.CharField()


class DivisionLineShape(serializers.Serializer[Any]):
    """A player in a division, and where the player goes from there."""

    rank = serializers.IntegerField(allow_null=True)
    player = PlayerName()
    points = PointsField()
    move = serializers.CharField()
    to = serializers.IntegerField(allow_null=True)
    undecided = serializers.BooleanField()
    by_hand = serializers.BooleanField()
    reason = serializers.CharField()


class DivisionShape(serializers.Serializer[Any]):
    """A division with its table."""

    level = serializers.IntegerField()
    event = IdField()
    name = serializers.CharField()
    state = serializers.CharField()
    players = DivisionLineShape(many=True)


class SeasonShape(serializers.Serializer[Any]):
    """A season of a league. `version` counts all acts on the league, not those in events."""

    league = IdField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    up = serializers.IntegerField()
    down = serializers.IntegerField()
    ended_at = serializers.DateTimeField(allow_null=True)
    about = serializers.CharField()
    version = serializers.IntegerField()
    divisions = DivisionShape(many=True)


def season_values(page: LeaguePage) -> dict[str, Any]:
    """What `SeasonShape` shows of a season."""
    season = page.season
    known = {name: getattr(season, name) for name in ("number", "name", "up", "down", "ended_at")}
    more = {"league": page.league.pk, "about": page.league.about, "version": page.version}
    return {**known, **more, "divisions": [_division(table) for table in page.tables]}


def _division(table: DivisionTable) -> dict[str, Any]:
    event = table.event
    known = {"level": table.division.level, "event": event.pk, "name": event.name, "state": event.state}
    return {**known, "players": [_line(line) for line in table.lines]}


def _line(line: DivisionLine) -> dict[str, Any]:
    known = {name: getattr(line, name) for name in ("rank", "points", "move", "to", "by_hand", "reason")}
    return {**known, "player": {"id": line.person, "name": line.name}, "undecided": line.is_open}


# --- endpoints -----------------------------------------------------------------------------------------


class LeagueAPIView(ScopeAPIView):
    """An endpoint of one league."""

    address, model = "leagues/<int:league_id>", League

    def season(self, league: League, number: int | None = None) -> dict[str, Any]:
        """A season as the reader sees it; the one that is on without a number."""
        with missing_is_404():
            return season_values(league_page(league, self.request.user, number))


class NewLeague(NewActView):
    """A new league of a club with its first season, without divisions. For its organisers."""

    act, service, schema = acts.CreateLeague, services.create_league, schemas.LeagueNew
    page_path, name, shape = "leagues/new", "league-new", LeagueShape
    form_class, template = NewLeagueForm, "tournaments/seasons/new.html"
    done, then = _("League created. Add its divisions next."), "league-edit"

    def found(self, view: Any, made: League) -> League:
        return all_leagues().get(pk=made.pk)


class Leagues(BaseAPIView):
    """All leagues, and a new one."""

    post = NewLeague.endpoint()

    @extend_schema(responses=LeagueShape(many=True))
    def get(self, request: Request) -> Response:
        """Leagues of all clubs, the newest first."""
        return self.paginate(all_leagues(), LeagueShape)


class OneLeague(LeagueAPIView):
    """One league."""

    path = ""

    @extend_schema(responses=SeasonShape)
    def get(self, request: Request, league_id: int) -> Response:
        """The current season, with the tables of its divisions and expected promotions."""
        return Response(SeasonShape(self.season(self.parent(league_id))).data)


class OneSeason(LeagueAPIView):
    """A season by its number."""

    path = "seasons/<int:number>"

    @extend_schema(responses=SeasonShape)
    def get(self, request: Request, league_id: int, number: int) -> Response:
        """A season, with the players who moved if it has ended."""
        return Response(SeasonShape(self.season(self.parent(league_id), number)).data)


# --- acts ----------------------------------------------------------------------------------------------


class LeagueActView(ScopeActView):
    """An act on a league. Its settings have a form for each."""

    api_view = LeagueAPIView
    shape: ClassVar[ShapeClass] = SeasonShape
    back, then = "league-edit", "league-edit"

    def found(self, view: LeagueAPIView, made: Any) -> dict[str, Any]:
        return view.season(self.parent)

    @cached_property
    def shown(self) -> LeaguePage:
        """The season that is on, before the act."""
        return league_page(self.parent, self.request.user)

    def page_context(self, form: Form) -> dict[str, Any]:
        """The settings: the divisions, who moves by hand, the names, the journal."""
        forms: dict[str, Form] = {
            "form": LeagueForm.of(self.parent),
            "adding": DivisionForm(events=events_to_add(self.parent), auto_id=ADDING),
            "moving": _move_form(self.shown, initial={"version": self.shown.version}),
        }
        lines = journal_lines(self.parent.scope)
        return league_context(self.shown, "league-edit", lines=lines, **forms | {self.slot: form})


def _move_form(page: LeaguePage, *args: Any, **more: Any) -> MoveForm:
    people = [(line.person, line.name) for table in page.tables for line in table.lines]
    levels = [table.division.level for table in page.tables]
    return MoveForm(*args, people=people, levels=levels, auto_id=MOVING, **more)


class EditLeague(EditsPlan, LeagueActView):
    """Change the names of the league and its season, and how many players move."""

    act, service, schema, partial = acts.EditLeague, services.edit_league, schemas.LeagueChange, True
    path, method, page_path, name = "", "patch", "edit", "league-edit"
    form_class, template = LeagueForm, SETTINGS
    done = _("Changes saved.")


class DeleteLeague(LeagueActView):
    """Delete a league with its seasons. The events stay."""

    act, service, shape = acts.DeleteLeague, services.delete_league, None
    path, method, page_path, name = "", "delete", "delete", "league-delete"
    done, then, then_of_club = _("League deleted."), "club", True


class AddDivision(LeagueActView):
    """Let an event of the same club be the lowest division. Nothing in the event changes."""

    act, service, schema = acts.AddDivision, services.add_division, schemas.DivisionNew
    path, name, code = "divisions", "league-division-add", status.HTTP_201_CREATED
    renamed = {"event": "event_id"}
    form_class, template, slot = DivisionForm, SETTINGS, "adding"
    done = _("Division added.")

    def form(self) -> Form:
        return self.make_form(events=events_to_add(self.parent), auto_id=ADDING)


class RemoveDivision(LeagueActView):
    """Remove the event from the league. Nothing in it changes."""

    act, service, shape = acts.RemoveDivision, services.remove_division, None
    path, method, name = "divisions/<int:event_id>", "delete", "league-division-remove"
    page_path = "divisions/<int:event_id>/remove"
    done = _("Division removed. The event stays.")


class MoveByHand(LeagueActView):
    """Decide it by hand, against the standings."""

    act, service, schema = acts.MoveByHand, services.move_by_hand, schemas.SeasonMoveInput
    path, method, page_path, name = "moves/<int:person_id>", "put", "moves", "league-move"
    renamed = {"person": "person_id"}
    form_class, template, slot = MoveForm, SETTINGS, "moving"
    done = _("Move saved.")

    def form(self) -> Form:
        return _move_form(self.shown, posted_data(self.request), initial={"version": self.shown.version})

    def values(self, form: Form) -> dict[str, Any]:
        assert isinstance(form, MoveForm)
        return form.input | {"person": form.cleaned_data["person"]}


class TakeBackMove(LeagueActView):
    """Let the player move by the standings again."""

    act, service, shape = acts.TakeBackMove, services.take_back_move, None
    path, method, name = "moves/<int:person_id>", "delete", "league-move-back"
    page_path = "moves/<int:person_id>/remove"
    done = _("Move undone.")


class EndSeason(LeagueActView):
    """End it, and make the next one: a draft for each division, with the players moved."""

    act, service, schema = acts.EndSeason, end_season, schemas.NextSeason
    path, page_path, name, code = "next-season", "end", "league-end", status.HTTP_201_CREATED
    form_class, template = NextSeasonForm, "tournaments/seasons/end.html"
    done = _("The season has ended. The next one has a draft for each division.")

    def initial(self) -> dict[str, Any]:
        return {"version": self.shown.version}

    def page_context(self, form: Form) -> dict[str, Any]:
        """Who would move, and the form."""
        return league_context(self.shown, "league-edit", form=form)
