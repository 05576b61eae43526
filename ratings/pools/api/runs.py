"""The endpoint of a list's recomputes."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.core.api import BaseAPIView
from players.permissions import require
from players.roles import Permission
from ratings.core.api_shapes import pool_or_404
from ratings.models import Run
from ratings.pools.queries.runs import runs_of


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
