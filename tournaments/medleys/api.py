"""The endpoints of medleys: games that are chosen, standings by game; and the pages of the acts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form
from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from common.api import PointsField
from games.models import Game
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EntryName, EventAPIView
from tournaments.core.desk_menu import AtDesk, DeskState, Group
from tournaments.core.hidden_standings import need_shown
from tournaments.core.loader import GameRow, PairingRow, RoundRow
from tournaments.core.medleys import is_medley, may_choose
from tournaments.medleys import acts, schemas, services
from tournaments.medleys.forms import ChooseGameForm
from tournaments.medleys.queries.by_game import tables_by_game
from tournaments.models import GameChoice


class GameScoreShape(serializers.Serializer[Any]):
    """How a player did in a game of a medley. `white` and `black` count who moved first."""

    rank = serializers.IntegerField(allow_null=True)
    entry = EntryName()
    points = PointsField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    white = serializers.IntegerField()
    black = serializers.IntegerField()


class GameTableShape(serializers.Serializer[Any]):
    """The standings of one game of a medley, by the key of its rule set, after so many rounds."""

    rules = serializers.CharField()
    rounds = serializers.IntegerField()
    rows = GameScoreShape(many=True)


class StandingsByGame(EventAPIView):
    """The standings of each game of a medley."""

    path = "standings/games"

    @extend_schema(responses=GameTableShape(many=True))
    def get(self, request: Request, event_id: int) -> HttpResponseBase:
        """Points, results and colours in each game of a medley; 404 for events of one game."""
        event = self.event(event_id)
        if not is_medley(event):
            raise Http404
        rows = self.rows(event)
        need_shown(rows, whole=self.sees_all(event))
        return self.paginate(tables_by_game(rows), GameTableShape)


class ChooseGame(ActView):
    """Choose what is played on a board of a medley, as the player whose choice it is or as an arbiter.

    A player chooses once; an arbiter may correct that until the game has started.
    """

    path, method = "games/<int:game_id>/choice", "put"
    page_path, name = "games/<int:game_id>/choice", "event-choice"
    act, service, schema, shape = acts.ChooseGame, services.choose_game, schemas.ChooseGameInput, None
    form_class, template, tab = ChooseGameForm, "tournaments/medleys/choice.html", "event-pairings"
    done, then = _("Game chosen."), "event-pairings"

    @cached_property
    def place(self) -> tuple[RoundRow, PairingRow, GameRow]:
        """The game that the address names, with its round and board."""
        try:
            return services.find_game(self.rows, self.ids["game_id"])
        except Game.DoesNotExist:
            raise Http404 from None

    def check(self) -> None:
        """404 where there is nothing to choose; for those who may not, it is not there."""
        super().check()
        if not services.may_choose_for(self.rows, self.account, self.place[2]):
            raise Http404

    def form(self) -> Form:
        _round, pairing, game = self.place
        return self.make_form(games=may_choose(self.rows, pairing, game), initial=self.initial())

    def initial(self) -> dict[str, Any]:
        round_, _pairing, game = self.place
        return {"version": round_.version, "rules": game.chosen or None}

    def perform(self, values: Mapping[str, Any]) -> None:
        self.call(self.ids["game_id"], values["rules"], expect=values.get("version"))

    def context(self, form: Form) -> dict[str, Any]:
        round_, pairing, game = self.place
        white, black = (self.rows.by_id[entry] for entry in pairing.entries)
        choice = GameChoice.objects.get(paired_game__game=game.id)
        return {
            "number": round_.number,
            "pairing": pairing,
            "game": game,
            "white": white,
            "black": black,
            "chooser": self.rows.by_id[choice.entry_id],
            "due": choice.due_at if game.is_choice_open else None,
            "is_own": services.is_chooser(self.rows, self.account, game),
            "leg": game.leg if self.event.mixed_matches else None,
        }


def _has_open_choices(desk: DeskState) -> bool:
    if not desk.is_running or desk.round is None:
        return False
    return any(game.is_choice_open for pairing in desk.round.pairings for game in pairing.games)


class SettleChoices(ActView):
    """Settle the games of a round that are not chosen yet: its boards play the game that is due to them."""

    path = "rounds/<int:number>/choices/settle"
    page_path, name = "pairings/<int:number>/choices/settle", "event-choices-settle"
    act, service, schema = acts.SettleChoices, services.settle_choices, schemas.SettleChoicesInput
    shape: ClassVar[ShapeClass] = None
    title, submit = _("Settle the open choices of round %(number)s?"), _("Settle the open choices")
    text = _("Boards without a choice play the game that their players have played least, first in the list.")
    done = _("Choices settled.")
    at_desk = AtDesk(Group.ROUND, _("Settle open choices of games"), _has_open_choices)

    def check(self) -> None:
        super().check()
        assert self.round

    def initial(self) -> dict[str, Any]:
        return {"version": self.round.version}
