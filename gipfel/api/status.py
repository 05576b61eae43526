"""How the server is, for programs of its administrators."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import WordsField
from gipfel.status import status
from players.core.api import BaseAPIView
from players.permissions import require
from players.roles import Permission


class StatusLine(serializers.Serializer[Any]):
    """One thing that is so: `key` is for programs; `advice` says what to do next, null where nothing is to be done."""

    key = serializers.CharField()
    name = WordsField(source="label")
    value = WordsField()
    state = serializers.CharField(help_text="plain, good, warning or danger")
    advice = WordsField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)


class StatusSection(serializers.Serializer[Any]):
    """Lines about one part of the server."""

    key = serializers.CharField()
    title = WordsField()
    lines = StatusLine(many=True)


class SlowRequest(serializers.Serializer[Any]):
    """A request of the last hour that took long; `route` is the pattern of its address."""

    at = serializers.DateTimeField()
    method = serializers.CharField()
    route = serializers.CharField()
    status = serializers.IntegerField()
    milliseconds = serializers.IntegerField()
    queries = serializers.IntegerField()
    query_milliseconds = serializers.IntegerField()
    request_id = serializers.CharField()


class ServerStatusBody(serializers.Serializer[Any]):
    """The state of the whole server."""

    sections = StatusSection(many=True)
    slow_requests = SlowRequest(many=True)


class ServerStatus(BaseAPIView):
    """How the server is."""

    @extend_schema(responses=ServerStatusBody)
    def get(self, request: Request) -> Response:
        """Workers, jobs, backups, disks, versions and slow requests. For the server's administrators."""
        require(self.actor, Permission.SEE_SERVER, "server")
        return Response(ServerStatusBody(status()).data, headers={"Cache-Control": "no-store"})
