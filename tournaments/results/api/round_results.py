"""The endpoint of a round's results, all in one request."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from games.models import Source
from games.results.services.decisions import Decision
from tournaments.core.api.base import EventAPIView
from tournaments.results.schemas import DecideRoundInput
from tournaments.results.services.round_results import decide_round


class DecisionDone(serializers.Serializer[Any]):
    """A game with the result in force, and its version, which the next decision sends."""

    game = IdField(source="game.pk")
    result = serializers.CharField(source="game.result")
    version = serializers.IntegerField(source="game.version")


class DecisionsDone(serializers.Serializer[Any]):
    """What was decided, in the order in which it was sent."""

    results = DecisionDone(many=True)


class RoundResults(EventAPIView):
    """The results of a round."""

    @extend_schema(request=DecideRoundInput, responses={201: DecisionsDone})
    def post(self, request: Request, event_id: int, number: int) -> Response:
        """Decide many results of a round, 500 at most: all of them, or none. For arbiters.

        Where some are refused nothing is stored, and `rows` says of each of them why (422, code "rows-refused").
        """
        values = self.validated_body(DecideRoundInput)
        decisions = [Decision(**each) for each in values["results"]]
        event = self.event(event_id)
        done = decide_round(event, self.actor, number, decisions, source=Source.API, confirm=values["confirm"])
        return Response(DecisionsDone({"results": done}).data, status=status.HTTP_201_CREATED)
