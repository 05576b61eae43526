"""The endpoints of published lists."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from games.core.api_shapes import SeatShape
from players.core.api import BaseAPIView
from ratings.lists.api.lists import DetailsField
from ratings.lists.queries.dated_lists import compare_lists, dated_lists, find_list, list_rows
from ratings.lists.services import request_lists
from ratings.models import Pool, RatingList

BIGGEST = 2**31


class PublishedList(serializers.Serializer[Any]):
    """A list as it was published: `dated` counts all games before that day. A correction is a new `version`.

    `pool` is where it is found: that of the `system` which was the club's rating then. `games_digest` and `rows_digest`
    (SHA-256) are of the games it was computed from and of its rows.
    """

    pool = IdField(source="pool_id")
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    dated = serializers.DateField()
    system = serializers.CharField()
    parameters = serializers.DictField(child=serializers.IntegerField())
    counts_at_once = serializers.BooleanField()
    players = serializers.IntegerField()
    games = serializers.IntegerField()
    games_digest = serializers.CharField()
    rows_digest = serializers.CharField()
    published_at = serializers.DateTimeField()


class PublishedRow(serializers.Serializer[Any]):
    """A line of a published list. Equal ratings share a rank; names are those of today."""

    rank = serializers.IntegerField()
    player = SeatShape(source="*")
    country = serializers.CharField()
    rating = serializers.IntegerField(source="value")
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    rated_on = serializers.DateField()
    details = DetailsField()


class PublishedDifference(serializers.Serializer[Any]):
    """A player whose row differs from the version before; null where one of them has no such row."""

    player = SeatShape(source="*")
    before = serializers.IntegerField(source="before.value", default=None, allow_null=True)
    after = serializers.IntegerField(source="after.value", default=None, allow_null=True)


class PublishedLists(BaseAPIView):
    """Published lists."""

    @extend_schema(responses=PublishedList(many=True))
    def get(self, request: Request, pool_id: int) -> Response:
        """Every version of every list that a pool, or one side by side with it, published, the newest first."""
        versions = [each for one in dated_lists(_pool(pool_id)) for each in one.versions]
        return self.paginate(versions, PublishedList)

    @extend_schema(request=None, responses={202: None})
    def post(self, request: Request, pool_id: int) -> Response:
        """Publish corrections of old lists without waiting for the next month. For organisers."""
        request_lists(_pool(pool_id).pk, self.actor)
        return Response(status=202)


class PublishedRows(BaseAPIView):
    """One published list."""

    @extend_schema(operation_id="pools_lists_version", responses=PublishedRow(many=True))
    def get(self, request: Request, pool_id: int, number: int, version: int) -> Response:
        """The players of one version of a list, strongest first."""
        return self.paginate(list_rows(_list(pool_id, number, version)), PublishedRow)


class PublishedDifferences(BaseAPIView):
    """What two versions of a list differ in."""

    @extend_schema(responses=PublishedDifference(many=True))
    def get(self, request: Request, pool_id: int, number: int, version: int) -> Response:
        """Players whose ratings differ from the version before."""
        newer = _list(pool_id, number, version)
        return self.paginate(compare_lists(_list(pool_id, number, version - 1), newer).rows, PublishedDifference)


def _pool(pool_id: int) -> Pool:
    return get_object_or_404(Pool.objects.select_related("club"), pk=pool_id)


def _list(pool_id: int, number: int, version: int) -> RatingList:
    found = find_list(_pool(pool_id), number, version) if max(number, version) < BIGGEST else None
    if found is None:
        raise Http404
    return found
