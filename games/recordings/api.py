"""The endpoints of a game that is being recorded: what stands there, turns more, turns back, handing it in."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, WordsField
from games.core.api_shapes import RecordRow
from games.core.broadcasts import shown_game
from games.core.queries.page import game_page
from games.core.running import RunningGame
from games.models import Source
from games.recordings.schemas import FinishRecordingInput, RecordTurnsInput, TakeBackTurnsInput
from games.recordings.services.record_turns import Recorded, finish_recording, record_turns, take_back
from players.core.api import BaseAPIView

SEATS = ("white", "black")


class RecordingShape(serializers.Serializer[Any]):
    """A recording: its `turns` in official notation, and the position that they lead to.

    `delay`: by how many minutes the caller gets it late, 0 for at once. `version` is sent with the next
    turn. `to_move` and `outcome`: whose turn it is, or how the moves ended the game.
    """

    game = IdField(source="game.pk")
    version = serializers.IntegerField()
    delay = serializers.IntegerField()
    turns = serializers.ListField(child=serializers.CharField(), source="tokens")
    position = serializers.CharField(source="reached.position.text")
    to_move = serializers.SerializerMethodField()
    outcome = serializers.SerializerMethodField()

    def get_to_move(self, running: RunningGame) -> str | None:
        seat = running.reached.position.turn
        return None if seat is None else SEATS[seat]

    def get_outcome(self, running: RunningGame) -> str | None:
        outcome = running.reached.position.outcome
        return None if outcome is None else outcome.result


class RefusedTurn(serializers.Serializer[Any]):
    """The first turn that is not legal: why, and the legal turns where they are few."""

    ply = serializers.IntegerField()
    token = serializers.CharField()
    message = WordsField()
    alternatives = serializers.ListField(child=serializers.CharField())


class RecordedShape(serializers.Serializer[Any]):
    """What came of turns that were sent. `left` are the tokens that are not stored, from the `refused` one on."""

    recording = RecordingShape(source="running")
    refused = RefusedTurn(source="fault", allow_null=True)
    left = serializers.ListField(child=serializers.CharField())


class OneRecording(BaseAPIView):
    """A game that is being recorded."""

    @extend_schema(responses=RecordingShape)
    def get(self, request: Request, game_id: int) -> Response:
        """The current recording of a game; without turns if none is under way.

        In an event with a delayed broadcast, others than its players and arbiters get it as it was then.
        """
        return Response(RecordingShape(shown_game(game_page(game_id).game, request.user)).data)


class RecordedTurns(BaseAPIView):
    """The turns of a recording."""

    @extend_schema(request=RecordTurnsInput, responses={201: RecordedShape})
    def post(self, request: Request, game_id: int) -> Response:
        """Add turns to a recording; the first turn starts it. For the game's players and arbiters.

        Legal turns before a refused one are saved. If there are none, the answer is 422 with the `fault`; 409 if the
        recording is no longer at `version`.
        """
        values = self.validated_body(RecordTurnsInput)
        done = record_turns(game_id, self.actor, values["turns"], expect=values["version"], keep=values.get("keep"))
        return Response(RecordedShape(done).data, status=status.HTTP_201_CREATED)


class TakenBack(BaseAPIView):
    """Turns taken back."""

    @extend_schema(request=TakeBackTurnsInput, responses={201: RecordedShape})
    def post(self, request: Request, game_id: int) -> Response:
        """Take back turns of a recording. For the game's players and arbiters."""
        values = self.validated_body(TakeBackTurnsInput)
        running = take_back(game_id, self.actor, expect=values["version"], keep=values["keep"])
        return Response(RecordedShape(Recorded(running)).data, status=status.HTTP_201_CREATED)


class FinishedRecording(BaseAPIView):
    """A recording that is handed in."""

    @extend_schema(request=FinishRecordingInput, responses={201: RecordRow})
    def post(self, request: Request, game_id: int) -> Response:
        """Hand in what was recorded as the record of the game, as your claim. For its players and arbiters."""
        values = self.validated_body(FinishRecordingInput)
        expect = values.pop("version")
        record = finish_recording(game_id, self.actor, expect=expect, source=Source.API, **values)
        line = next(line for line in game_page(game_id, self.actor).records if line.number == record.number)
        return Response(RecordRow(line).data, status=status.HTTP_201_CREATED)
