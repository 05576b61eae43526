"""The endpoint that says how well rating systems predict the games of a list, and what beginning is worth in them."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import WordsField
from gipf_engine.ratings.first_move import FEWEST_GAMES, Offset
from gipf_engine.ratings.handicaps import FEWEST_WITH_HANDICAP
from players.core.api import BaseAPIView
from players.core.limits import take_heavy
from ratings.core.api_shapes import pool_or_404
from ratings.evidence.services import evidence_or_ask


class CalibrationBin(serializers.Serializer[Any]):
    """The games of which `lower` to `upper` was expected of White, and the means of what was expected and scored."""

    lower = serializers.FloatField()
    upper = serializers.FloatField()
    games = serializers.IntegerField()
    expected = serializers.FloatField()
    score = serializers.FloatField()


class SystemEvidenceShape(serializers.Serializer[Any]):
    """How one system would have predicted the games of a list, each from what was known before its event.

    `own`: the list is rated by it, with the list's numbers. Drawn games count as half a win: even the best forecasts
    have the log loss `lowest_log_loss`.
    """

    key = serializers.CharField()
    name = WordsField()
    own = serializers.BooleanField(source="is_own")
    games = serializers.IntegerField(source="evidence.games")
    drawn = serializers.IntegerField(source="evidence.drawn")
    log_loss = serializers.FloatField(source="evidence.log_loss")
    lowest_log_loss = serializers.FloatField(source="evidence.lowest_log_loss")
    brier = serializers.FloatField(source="evidence.brier")
    accuracy = serializers.FloatField(source="evidence.accuracy")
    calibration_error = serializers.FloatField(source="evidence.calibration_error")
    calibration = CalibrationBin(source="evidence.calibration", many=True)


class FirstMoveShape(serializers.Serializer[Any]):
    """What beginning is worth in points, and where it lies in 95 cases of 100; null until `needed` games carry it."""

    games = serializers.IntegerField()
    needed = serializers.IntegerField()
    advantage = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class HandicapShape(serializers.Serializer[Any]):
    """By how many points a handicap, as it is written where White has it, makes its owner stronger: as `first_move`."""

    handicap = serializers.CharField()
    games = serializers.IntegerField()
    needed = serializers.IntegerField()
    advantage = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class EvidenceShape(serializers.Serializer[Any]):
    """The systems, the list's own first; none for a list without games, null for one of too many to be judged at once.

    `first_move` is by the forecasts of the list's own system; null where there are no systems.
    """

    systems = SystemEvidenceShape(many=True, allow_null=True)
    first_move = FirstMoveShape(allow_null=True)
    handicaps = HandicapShape(many=True)


class Evidence(BaseAPIView):
    """How well rating systems predict."""

    @extend_schema(responses=EvidenceShape)
    def get(self, request: Request, pool_id: int) -> Response:
        """How well each rating system predicts the games of a list, and what beginning is worth in them."""
        found = evidence_or_ask(pool_or_404(pool_id), partial(take_heavy, request))
        own = found[0] if found else None
        first = _tell(own.first_move, FEWEST_GAMES, is_known=own.first_move.is_known) if own else None
        handicaps = [
            {"handicap": each.handicap} | _tell(each.offset, FEWEST_WITH_HANDICAP, is_known=each.is_known)
            for each in (own.handicaps if own else ())
        ]
        return Response(EvidenceShape({"systems": found, "first_move": first, "handicaps": handicaps}).data)


def _tell(found: Offset, needed: int, *, is_known: bool) -> dict[str, Any]:
    low, high = found.interval
    values = {"advantage": found.advantage, "low": low, "high": high}
    known = {name: round(value, 2) if is_known else None for name, value in values.items()}
    return {"games": found.games, "needed": needed, **known}
