"""The endpoints of the systems by which one list is rated, side by side."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.core.api import BaseAPIView
from ratings.core.api_shapes import PoolShape, pool_or_404
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
