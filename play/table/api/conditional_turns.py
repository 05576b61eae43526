"""The endpoints of conditional turns: one's own lines, which no one else reads."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from play.core.playing import load_game
from play.games.services.games import LONGEST_TURN
from play.table.api.players import PlayerView
from play.table.services.conditional_turns import MOST_TURNS, delete_line, own_lines, store_line


class ConditionalLineShape(serializers.Serializer[Any]):
    """A line of conditional turns. It applies when `ply` turns were made."""

    id = IdField(source="pk")
    ply = serializers.IntegerField()
    turns = serializers.ListField(child=serializers.CharField(), source="tokens")


@extend_schema_serializer(component_name="ConditionalLineNew")
class StoreLineInput(serializers.Serializer[Any]):
    """A turn of your opponent, your answer, and so on, ending with a turn of yours."""

    turns = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_TURN), min_length=2, max_length=MOST_TURNS
    )


class ConditionalTurns(PlayerView):
    """Conditional turns."""

    @extend_schema(responses=ConditionalLineShape(many=True))
    def get(self, request: Request, game_id: int) -> Response:
        """Your conditional turns in a game. Only you can read them."""
        return self.paginate(own_lines(load_game(game_id), self.player), ConditionalLineShape)

    @extend_schema(request=StoreLineInput, responses={201: ConditionalLineShape})
    def post(self, request: Request, game_id: int) -> Response:
        """Store a line while your opponent is to move, in a correspondence game: at most 20 lines a game.

        When your opponent makes its first turn, the server makes your answer and keeps the rest. A longer line replaces
        a shorter one that it starts with.
        """
        line = store_line(game_id, self.player, " ".join(self.validated_body(StoreLineInput)["turns"]))
        return Response(ConditionalLineShape(line).data, status=status.HTTP_201_CREATED)


class OneConditionalLine(PlayerView):
    """A line of conditional turns."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, game_id: int, line_id: int) -> Response:
        """Delete one of your lines."""
        delete_line(game_id, self.player, line_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
