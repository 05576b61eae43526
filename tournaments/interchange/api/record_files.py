"""Many records handed in for the games of an event; `games.records.api` says what became of them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import JsonBody, TextBody
from games.records.api import RecordFileShape
from games.records.queries import file_report
from games.records.services.record_files import LARGEST_FILE, submit_records
from tournaments.core.api.base import EventAPIView


class RecordsNew(serializers.Serializer[Any]):
    """Any number of records in the record format, one after the other, for the games of an event."""

    text = serializers.CharField(max_length=LARGEST_FILE, trim_whitespace=False)


class EventRecordFiles(EventAPIView):
    """Many records handed in for the games of an event."""

    parser_classes = (JsonBody, TextBody)

    @extend_schema(
        request={"application/json": RecordsNew, "text/plain": OpenApiTypes.STR}, responses={202: RecordFileShape}
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Hand in many records, as JSON or as plain text. For arbiters of the event; workers check and store them."""
        text = self.validated_body(RecordsNew)["text"]
        file = submit_records(self.event(event_id).scope, self.actor, text.encode())
        return Response(RecordFileShape(file_report(file.pk)).data, status=status.HTTP_202_ACCEPTED)
