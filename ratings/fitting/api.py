"""The endpoint of the numbers that the games of a list propose."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gipf_engine.ratings.fitting import FEWEST_GAMES
from players.core.api import BaseAPIView
from players.core.limits import take_heavy
from players.permissions import require
from players.roles import Permission
from ratings.core.api_shapes import PoolShape, pool_or_404
from ratings.fitting.queries import MOST_GAMES, changed_players, count_games
from ratings.fitting.schemas import AdoptFitInput
from ratings.fitting.services import adopt_fit, fit_or_ask


class FittedParameterShape(serializers.Serializer[Any]):
    """A parameter, as whole numbers of `/rating-systems`: now, best fitting, its 95 % interval, and proposed."""

    key = serializers.CharField()
    now = serializers.IntegerField()
    estimate = serializers.IntegerField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    known = serializers.BooleanField(source="is_known")
    proposed = serializers.IntegerField()


class GainShape(serializers.Serializer[Any]):
    """Log loss of the later `games`, with the numbers of now and with numbers fitted to the earlier games alone."""

    games = serializers.IntegerField()
    now = serializers.FloatField()
    fitted = serializers.FloatField()
    difference = serializers.FloatField()
    standard_error = serializers.FloatField()


class CoverageShape(serializers.Serializer[Any]):
    """The share of true strengths that the 95 % intervals hold, by the games of the list, and its own interval."""

    share = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class FitChangeShape(serializers.Serializer[Any]):
    """A player whose rating would be another one."""

    person = serializers.IntegerField()
    name = serializers.CharField()
    now = serializers.IntegerField()
    then = serializers.IntegerField()
    rank_now = serializers.IntegerField()
    rank_then = serializers.IntegerField()


class FitShape(serializers.Serializer[Any]):
    """What the games of a list propose. Nothing is stored. Of a list that is not fitted all but `digest` is empty."""

    digest = serializers.CharField()
    games = serializers.IntegerField()
    needed = serializers.IntegerField()
    parameters = FittedParameterShape(many=True)
    gain = GainShape(allow_null=True)
    worth_it = serializers.BooleanField()
    coverage_now = CoverageShape(allow_null=True)
    coverage_then = CoverageShape(allow_null=True)
    changes = FitChangeShape(many=True)


class PoolFit(BaseAPIView):
    """Numbers that the games of a list propose."""

    @extend_schema(responses=FitShape)
    def get(self, request: Request, pool_id: int) -> Response:
        """The parameters that the games of a list propose, their gain, and the ratings that would change."""
        pool = pool_or_404(pool_id)
        require(self.actor, Permission.EDIT_CLUB, pool.scope)
        tried = fit_or_ask(pool, partial(take_heavy, request))
        proposal = tried.proposal if tried else None
        found = proposal.fit if proposal else None
        told = {
            "digest": pool.digest,
            "games": found.games if found else count_games(pool, MOST_GAMES + 1),
            "needed": FEWEST_GAMES,
            "parameters": found.parameters if found else (),
            "gain": found.gain if found else None,
            "worth_it": bool(found and found.is_worth_it),
            "coverage_now": proposal.coverage_now if proposal else None,
            "coverage_then": proposal.coverage_then if proposal else None,
            "changes": changed_players(pool, proposal.ratings) if proposal else (),
        }
        return Response(FitShape(told).data)

    @extend_schema(request=AdoptFitInput, responses=PoolShape)
    def post(self, request: Request, pool_id: int) -> Response:
        """Adopt what is proposed, which recalculates the whole list. For organisers."""
        asked = self.validated_body(AdoptFitInput)
        return Response(PoolShape(adopt_fit(pool_or_404(pool_id).pk, self.actor, asked["digest"])).data)
