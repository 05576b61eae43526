"""The endpoints of what counts in the server's lists among the games that players arrange. For administrators."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, WordsField
from common.journal.services import SERVER
from games.models import Game, LeftOut
from players.core.api import BaseAPIView
from players.permissions import require
from players.roles import Permission
from ratings.arranged.queries import oversight, why_left_out
from ratings.arranged.schemas import SetCountingInput
from ratings.arranged.services import set_counting


class GameCounting(serializers.Serializer[Any]):
    """Whether a rated game that was played here without an event counts in the server's lists, and if not why.

    `left_out` is "" where it counts, "unvouched" where a player was in no admitted club on its day, "short" where it
    was not ended by the rules and had too few turns, "pair" where the two had played enough games that day, and
    "removed" where an administrator took it out.
    """

    id = IdField(source="pk")
    counts = serializers.SerializerMethodField()
    left_out = serializers.ChoiceField(["", *LeftOut.values])
    why = serializers.SerializerMethodField()

    def get_counts(self, game: Game) -> bool:
        return not game.left_out and game.rated_on is not None

    def get_why(self, game: Game) -> str:
        why = why_left_out(game)
        return "" if why is None else WordsField().to_representation(why)


class PairShape(serializers.Serializer[Any]):
    """Two who play nearly all their counted games with each other: `together` of the `of_one` and `of_two` games."""

    one = serializers.IntegerField()
    two = serializers.IntegerField()
    one_name = serializers.CharField()
    two_name = serializers.CharField()
    together = serializers.IntegerField()
    of_one = serializers.IntegerField()
    of_two = serializers.IntegerField()
    games = serializers.ListField(child=serializers.IntegerField())


class SuddenShape(serializers.Serializer[Any]):
    """A counted game that ended early, though not by the rules."""

    game = serializers.IntegerField()
    winner = serializers.CharField()
    loser = serializers.CharField()
    result = serializers.CharField()
    turns = serializers.IntegerField()


class RemovedShape(serializers.Serializer[Any]):
    """A game that was taken out of the lists."""

    game = serializers.IntegerField(source="game_id")
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class OversightShape(serializers.Serializer[Any]):
    """What administrators look at, of the last 90 days."""

    pairs = PairShape(many=True)
    sudden = SuddenShape(many=True)
    removed = RemovedShape(many=True)


class CountingOfGame(BaseAPIView):
    """Whether a game that was played here counts in the server's lists."""

    @extend_schema(responses=GameCounting)
    def get(self, request: Request, game_id: int) -> Response:
        """Whether it counts, and if not why. 404 for a game of an event, and for one that is not rated."""
        return Response(GameCounting(_game_or_404(game_id)).data)

    @extend_schema(request=SetCountingInput, responses=GameCounting)
    def put(self, request: Request, game_id: int) -> Response:
        """Take the game out of the server's lists, or put it back in. For administrators of the server."""
        require(self.actor, Permission.MANAGE_SERVER, SERVER)
        asked = self.validated_body(SetCountingInput)
        game = _game_or_404(game_id)
        set_counting(self.actor, [game.pk], counts=asked["counts"], reason=asked["reason"])
        return Response(GameCounting(_game_or_404(game_id)).data)


class RatedGames(BaseAPIView):
    """What administrators look at among the rated games of players."""

    @extend_schema(responses=OversightShape)
    def get(self, request: Request) -> Response:
        """Pairs that play no one else, sudden ends and games taken out, at most 100 of each. For administrators."""
        require(self.actor, Permission.MANAGE_SERVER, SERVER)
        return Response(OversightShape(oversight()).data)


def _game_or_404(game_id: int) -> Game:
    try:
        return Game.objects.get(pk=game_id, club=None, rated=True)
    except Game.DoesNotExist:
        raise Http404 from None
