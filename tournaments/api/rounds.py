"""The doors of rounds: which there are, who meets whom, the next one, and the last one taken back."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.claims import State
from journal import queries as journal
from players.doors import IdField, PointsField, WordsField
from tournaments import services
from tournaments.api.doors import EventDoor
from tournaments.api.shapes import EntryName, RoundNew, TakeBack
from tournaments.queries.events import GameLine, game_rows
from tournaments.queries.rounds import RoundPage, round_page
from tournaments.queries.standings import rows_of
from tournaments.rows import EventRows


class RoundRow(serializers.Serializer[Any]):
    """A paired round in the list; `open` counts its boards without a result."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    boards = serializers.SerializerMethodField()
    open = serializers.SerializerMethodField()

    def get_boards(self, round_: Any) -> int:
        return len(round_.pairings)

    def get_open(self, round_: Any) -> int:
        return len(round_.open_pairings)


class SideShape(serializers.Serializer[Any]):
    """A player at a board, with the points from before the round."""

    entry = EntryName()
    points = PointsField()


class BoardGame(serializers.Serializer[Any]):
    """A game at a board. In leg 2 the colours are swapped. `claims` says how far the reports of its result are."""

    id = IdField(source="row.id")
    leg = serializers.IntegerField(source="row.leg")
    result = serializers.CharField(source="row.code")
    version = serializers.IntegerField(source="row.version")
    played_on = serializers.DateField(source="row.played_on", allow_null=True)
    claims = serializers.ChoiceField([state.value for state in State], source="claims.state")
    contradicted = serializers.BooleanField(source="claims.contradicted")


class BoardShape(serializers.Serializer[Any]):
    """A pairing. A bye has `white` alone and says in `bye` what it is; `why` explains the pairing."""

    board = serializers.IntegerField(source="number")
    white = SideShape()
    black = SideShape(allow_null=True)
    bye = WordsField(allow_null=True)
    games = BoardGame(many=True)
    why = serializers.ListField(child=WordsField())


class RoundOne(serializers.Serializer[Any]):
    """A round with its boards. `planned`: a fixed schedule foresees it, and it is not paired yet (version 0)."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    planned = serializers.BooleanField()
    boards = BoardShape(many=True)


class EventGame(serializers.Serializer[Any]):
    """A game of the event with its seats."""

    id = IdField(source="game.id")
    round = serializers.IntegerField()
    board = serializers.IntegerField()
    leg = serializers.IntegerField(source="game.leg")
    white = EntryName()
    black = EntryName()
    result = serializers.CharField(source="game.code")
    version = serializers.IntegerField(source="game.version")
    played_on = serializers.DateField(source="game.played_on", allow_null=True)
    has_record = serializers.BooleanField()


class Rounds(EventDoor):
    """The rounds of an event."""

    @extend_schema(responses=RoundRow(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """The rounds that are paired."""
        event = self.event(event_id)
        return self.page(rows_of(event, journal.version(event.scope)).rounds, RoundRow)

    @extend_schema(request=RoundNew, responses={201: RoundOne})
    def post(self, request: Request, event_id: int) -> Response:
        """Pair the next round. Exactly one, however many ask at once: whoever is late gets 409."""
        values = self.sent(RoundNew)
        event = self.event(event_id)
        round_ = services.start_round(event.pk, self.actor, expect=values.pop("version", None), **values)
        rows = rows_of(event, journal.version(event.scope))
        return Response(RoundOne(_page(rows, round_.number)).data, status=status.HTTP_201_CREATED)


class OneRound(EventDoor):
    """One round."""

    @extend_schema(responses=RoundOne)
    def get(self, request: Request, event_id: int, number: int) -> HttpResponseBase:
        """Who meets whom in a round, with games and results."""
        return self.unless_seen(self.event(event_id), lambda rows, _version: RoundOne(_page(rows, number)).data)

    @extend_schema(parameters=[TakeBack], responses={204: None})
    def delete(self, request: Request, event_id: int, number: int) -> Response:
        """Take the last round back, as long as nobody has scored in it."""
        actor, asked = self.actor, self.asked(TakeBack)
        event = self.event(event_id)
        services.delete_round(event.pk, actor, number, reason=asked["reason"], expect=asked.get("version"))
        return Response(status=status.HTTP_204_NO_CONTENT)


class EventGames(EventDoor):
    """The games of an event."""

    @extend_schema(responses=EventGame(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All games, the newest round first."""
        event = self.event(event_id)
        rounds = game_rows(rows_of(event, journal.version(event.scope)))
        lines: list[GameLine] = [line for _number, games in rounds for line in games]
        return self.page(lines, EventGame)


def _page(rows: EventRows, number: int) -> RoundPage:
    page = round_page(rows, number)
    if page is None:
        raise Http404
    return page
