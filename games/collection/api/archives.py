"""The endpoint of the archives of all public records."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.collection.queries.archives import archive_progress, finished_archives
from games.models import RecordArchive
from players.core.api import BaseAPIView


class ArchiveShape(serializers.Serializer[Any]):
    """An archive: a ZIP of text files in the record format. `size` in bytes; `sha256` in hexadecimal digits.

    `up_to_date_at`: when it was last seen to hold what is public. `url` is where it is downloaded.
    """

    id = serializers.IntegerField(source="pk")
    made_at = serializers.DateTimeField()
    up_to_date_at = serializers.DateTimeField(source="checked_at")
    records = serializers.IntegerField()
    size = serializers.IntegerField()
    sha256 = serializers.CharField()
    url = serializers.SerializerMethodField()

    def get_url(self, archive: RecordArchive) -> str:
        address: str = self.context["request"].build_absolute_uri(reverse("games-archive", args=[archive.pk]))
        return address


class ArchiveProgressShape(serializers.Serializer[Any]):
    """How many records are in the archive that is being made, and how many it will have (0: not begun)."""

    done = serializers.IntegerField()
    total = serializers.IntegerField()


class ArchivesShape(serializers.Serializer[Any]):
    """Archives that can be downloaded, the newest first. `next` is null where none is being made."""

    archives = ArchiveShape(many=True)
    next = ArchiveProgressShape(allow_null=True)


class Archives(BaseAPIView):
    """The archives of all public records."""

    @extend_schema(responses=ArchivesShape)
    def get(self, request: Request) -> Response:
        """All public records as one file, made again on each day on which something changed.

        `python -m gipf_engine checkarchive FILE --sha256 DIGEST` checks the file and every record in it.
        """
        values = {"archives": finished_archives(), "next": archive_progress()}
        return Response(ArchivesShape(values, context={"request": request}).data)
