"""The endpoints of files of many records."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, WordsField
from common.web import missing_is_404
from games.models import FiledRecord
from games.records.queries import FileReport, file_report, filed_rows
from players.core.api import BaseAPIView
from players.permissions import require
from players.roles import Permission


class RecordFileShape(serializers.Serializer[Any]):
    """How far a file of records is. `total` is null until it is taken apart; `refusal` is why nothing could be read."""

    id = IdField(source="file.pk")
    occasion = serializers.CharField(source="file.parent_scope.key")
    total = serializers.IntegerField(allow_null=True)
    waiting = serializers.IntegerField()
    kept = serializers.SerializerMethodField()
    known = serializers.SerializerMethodField()
    refused = serializers.SerializerMethodField()
    is_over = serializers.BooleanField()
    refusal = WordsField(allow_null=True)

    def get_kept(self, report: FileReport) -> int:
        return report.counts.get("kept", 0)

    def get_known(self, report: FileReport) -> int:
        return report.counts.get("known", 0)

    def get_refused(self, report: FileReport) -> int:
        return report.counts.get("refused", 0)


class FiledRecordShape(serializers.Serializer[Any]):
    """One record of a file: `number` counts from 1, `line` is where it begins. `known`: it was there already.

    A refused one says why, and where it is illegal at which turn, with the position before it.
    """

    number = serializers.IntegerField()
    part = serializers.CharField()
    line = serializers.IntegerField()
    status = serializers.ChoiceField(FiledRecord.State.choices, source="state")
    game = serializers.IntegerField(allow_null=True)
    record = serializers.IntegerField(allow_null=True)
    reason = WordsField(allow_null=True)
    ply = serializers.IntegerField(allow_null=True)
    token = serializers.CharField()
    position = serializers.CharField()


class OneRecordFile(BaseAPIView):
    """One file of records."""

    @extend_schema(responses=RecordFileShape)
    def get(self, request: Request, file_id: int) -> Response:
        """How far a file is. For arbiters of its event."""
        return Response(RecordFileShape(_report(request, file_id)).data)


class FiledRecords(BaseAPIView):
    """The records of a file."""

    @extend_schema(responses=FiledRecordShape(many=True))
    def get(self, request: Request, file_id: int) -> Response:
        """The result for each record. For arbiters of its event."""
        return self.paginate(filed_rows(_report(request, file_id).file), FiledRecordShape)


def _report(request: Request, file_id: int) -> FileReport:
    with missing_is_404():
        report = file_report(file_id)
    require(request.user, Permission.DECIDE_RESULT, report.file.parent_scope.key)
    return report
