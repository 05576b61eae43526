"""Endpoints that programs need beside those of games: the legal turns of a position, and quick pairing."""

from __future__ import annotations

from itertools import islice
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from play.challenges.schemas import SeekInput
from play.challenges.services.quick import QuickGame, keep_seeking, own_seek, seek_game, stop_seeking
from play.core.player import person_of_player
from play.core.playing import load_game
from play.models import Seek
from play.table.api.players import PlayerView
from players.models import KeyScope

MOST_TURNS = 500


class LegalTurns(serializers.Serializer[Any]):
    """The turns that can be made at `version`, in the order of the rules; empty once the game is over."""

    version = serializers.IntegerField()
    turns = serializers.ListField(child=serializers.CharField())
    complete = serializers.BooleanField()


class SeekShape(serializers.Serializer[Any]):
    """Whether you wait, and the game that began instead."""

    waiting = serializers.BooleanField()
    game = IdField(allow_null=True)


class TurnsToChoose(PlayerView):
    """The legal turns of a game."""

    @extend_schema(responses=LegalTurns)
    def get(self, request: Request, game_id: int) -> Response:
        """The turns that can be made now, at most 500 of them."""
        game = load_game(game_id)
        position = game.running.reached.position
        moves = () if game.is_over else islice(position.legal_moves(), MOST_TURNS + 1)
        turns = [position.notation(move) for move in moves]
        told = {"version": game.version, "turns": turns[:MOST_TURNS], "complete": len(turns) <= MOST_TURNS}
        return Response(LegalTurns(told).data)


class QuickPairing(PlayerView):
    """Quick pairing."""

    key_scope = KeyScope.CHALLENGE

    @extend_schema(request=SeekInput, responses=SeekShape)
    def post(self, request: Request) -> Response:
        """Play with a player who waits for the same game and clock, or wait. Programs are paired with programs.

        Send it again at least once a minute until your game starts. By correspondence it is an open challenge.
        """
        wanted = QuickGame(**self.validated_body(SeekInput))
        own = own_seek(person_of_player(self.player))
        is_same = own is not None and (own.rules, own.control) == (wanted.rules, wanted.control)
        game = keep_seeking(self.player) if is_same else seek_game(self.player, wanted)
        waiting = game is None and own_seek(person_of_player(self.player)) is not None
        return Response(SeekShape({"waiting": waiting, "game": game.game.pk if game is not None else None}).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Stop waiting. 404 if you do not wait."""
        if own_seek(person_of_player(self.player)) is None:
            raise Seek.DoesNotExist
        stop_seeking(self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)
