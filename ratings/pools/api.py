"""Rating systems, and the recomputes of a list, in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.core.api import BaseAPIView
from players.permissions import require
from players.roles import Permission
from ratings.core.api_shapes import PoolShape, pool_or_404
from ratings.models import Run
from ratings.pools.queries import runs_of
from ratings.pools.schemas import AddSystemInput
from ratings.pools.services.side_by_side import add_system, choose_main


class PoolSystems(BaseAPIView):
    """The systems by which one list is rated, side by side."""

    @extend_schema(responses=PoolShape(many=True))
    def get(self, request: Request, pool_id: int) -> Response:
        """The pools that count the same games for the same club, the main one first."""
        return self.paginate(pool_or_404(pool_id).side_by_side.select_related("club"), PoolShape)

    @extend_schema(request=AddSystemInput, responses={201: PoolShape})
    def post(self, request: Request, pool_id: int) -> Response:
        """Rate the games of a list by another system as well. For organisers."""
        asked = self.validated_body(AddSystemInput)
        added = add_system(pool_or_404(pool_id).pk, self.actor, asked["system"], asked.get("parameters"))
        return Response(PoolShape(added).data, status=201)


class MainPool(BaseAPIView):
    """Which system is the rating of a list."""

    @extend_schema(request=None, responses=PoolShape)
    def post(self, request: Request, pool_id: int) -> Response:
        """Call this pool's system the rating of its list: it publishes from now on. For organisers."""
        return Response(PoolShape(choose_main(pool_or_404(pool_id).pk, self.actor)).data)


class RunShape(serializers.Serializer[Any]):
    """A recompute of a list that wrote something (`ending` "finished"), or gave way to others each time ("overtaken").

    It began from the checkpoint of the day `taken_up` (null: from nothing) and read `games`, whose fingerprint with
    system and parameters is `input_digest`; it wrote `rows`, and the ledger then has the fingerprint `output_digest`.
    """

    began_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField()
    ending = serializers.ChoiceField(choices=Run.Ending.values)
    taken_up = serializers.DateField(allow_null=True)
    games = serializers.IntegerField()
    rows = serializers.IntegerField()
    input_digest = serializers.CharField()
    output_digest = serializers.CharField()


class Runs(BaseAPIView):
    """Recomputes of a list."""

    @extend_schema(responses=RunShape(many=True))
    def get(self, request: Request, pool_id: int) -> Response:
        """The newest 200 recomputes of a list, the newest first. For organisers of its club or administrators."""
        pool = pool_or_404(pool_id)
        require(self.actor, Permission.EDIT_CLUB, pool.scope)
        return self.paginate(runs_of(pool), RunShape)
