"""The endpoint of the monthly files."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.core.api import BaseAPIView
from tournaments.models import OpenMonth
from tournaments.open_data.queries import finished_months


class OpenMonthShape(serializers.Serializer[OpenMonth]):
    """The file of a month: lines of JSON, compressed with gzip. `size` in bytes; `sha256` in hexadecimal digits."""

    month = serializers.SerializerMethodField()
    edition = serializers.IntegerField()
    games = serializers.IntegerField()
    size = serializers.IntegerField()
    sha256 = serializers.CharField()
    made_at = serializers.DateTimeField()
    up_to_date_at = serializers.DateTimeField(source="checked_at")
    url = serializers.SerializerMethodField()
    names_url = serializers.SerializerMethodField()

    def get_month(self, file: OpenMonth) -> str:
        return f"{file.month:%Y-%m}"

    def get_url(self, file: OpenMonth) -> str:
        return self._address("open-data-games", file)

    def get_names_url(self, file: OpenMonth) -> str:
        return self._address("open-data-names", file)

    def _address(self, name: str, file: OpenMonth) -> str:
        address: str = self.context["request"].build_absolute_uri(reverse(name, args=[self.get_month(file)]))
        return address


class OpenMonthsShape(serializers.Serializer[Any]):
    """All months that have a file, the latest first."""

    months = OpenMonthShape(many=True)


class OpenMonths(BaseAPIView):
    """Public games as open data."""

    @extend_schema(responses=OpenMonthsShape)
    def get(self, request: Request) -> Response:
        """The monthly files of public games, of the clubs that chose a licence. docs/open-data.md has their fields."""
        return Response(OpenMonthsShape({"months": finished_months()}, context={"request": request}).data)
