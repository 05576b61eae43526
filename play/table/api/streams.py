"""Streams of games of two: a player's own events, and one game."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.streams import MEDIA_TYPE, LinesRenderer, OneForm, StreamQuery, stream_response
from play.challenges.schemas import ChallengeShape, PlayerShape
from play.clocks.services.flags import notice_flag
from play.core.playing import load_game
from play.table.api.games import OnlineGameShape
from play.table.api.players import PlayerView
from play.table.queries.streams import GameStream, OwnEvents


class StreamLine(serializers.Serializer[Any]):
    """A line of a stream: `type` says which, `seen` is the state to go on from (`since`)."""

    type = serializers.CharField()
    seen = serializers.CharField()


class ReadyLine(StreamLine):
    """`ready`: all that was there has been told; lines from now on are news."""


class ChallengeLine(StreamLine):
    """`challenge`: one that was made to you, or by you (`own`)."""

    challenge = ChallengeShape(help_text="The challenge as it is listed.")


class ChallengeGoneLine(StreamLine):
    """`challenge-gone`: it was accepted (`game` is its game), declined, withdrawn, or its time was over."""

    id = IdField()
    game = IdField(allow_null=True)


class GameStartLine(StreamLine):
    """`game-start`: a game of yours began, or goes on."""

    game = IdField()
    colour = serializers.CharField()
    opponent = PlayerShape()
    rules = serializers.CharField()
    control = serializers.CharField()
    rated = serializers.BooleanField()


class GameEndLine(StreamLine):
    """`game-end`: a game of yours is over."""

    game = IdField()
    result = serializers.CharField()
    ending = serializers.CharField()


class GameLine(StreamLine):
    """`game`: the game as it is now, whole. It comes at first, and after every turn, offer and ending."""

    game = OnlineGameShape(help_text="All of it, as the address of the game answers.")


class ChatLine(StreamLine):
    """`chat`: a message of one player to the other, told to these two alone."""

    id = IdField()
    author = PlayerShape()
    text = serializers.CharField()
    sent_at = serializers.DateTimeField()


def one_of(name: str, *lines: type[StreamLine]) -> Any:
    """What a stream answers, as the OpenAPI document tells it."""
    types: dict[str, serializers.Serializer[Any] | type[serializers.Serializer[Any]]] = {
        _type_of(line): line for line in lines
    }
    return {(200, MEDIA_TYPE): PolymorphicProxySerializer(name, types, "type")}


def _type_of(line: type[StreamLine]) -> str:
    assert line.__doc__ is not None
    return line.__doc__.split("`")[1]


class OwnEventStream(PlayerView):
    """Your events."""

    renderer_classes = (LinesRenderer,)
    content_negotiation_class = OneForm

    @extend_schema(
        parameters=[StreamQuery],
        responses=one_of("OwnEventLine", ReadyLine, ChallengeLine, ChallengeGoneLine, GameStartLine, GameEndLine),
    )
    def get(self, request: Request) -> Response:
        """Stream your challenges and the start and end of your games, a line of JSON each.

        At first what is there now, then, while the connection is open, what is new; a blank line every few seconds.
        """
        seen = self.validated_query(StreamQuery)["since"]
        return stream_response(OwnEvents(self.player).since(seen))


class GameStreamView(PlayerView):
    """A game."""

    renderer_classes = (LinesRenderer,)
    content_negotiation_class = OneForm

    @extend_schema(parameters=[StreamQuery], responses=one_of("GameStreamLine", GameLine, ChatLine))
    def get(self, request: Request, game_id: int) -> Response:
        """Stream a game that is played here: at first as it is, then after every change, and the chat of its players.

        It ends with the game. A player who streams a game is present at its board.
        """
        seen = self.validated_query(StreamQuery)["since"]
        game = notice_flag(load_game(game_id))
        self.note_presence(game)
        told = GameStream(game, self.player_or_none, lambda game: OnlineGameShape(game).data)
        return stream_response(told.since(seen))
