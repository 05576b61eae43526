"""Games and records, as lists of the API have them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.api import IdField, WordsField


class SeatShape(serializers.Serializer[Any]):
    """Who sits at one side. A guest, who plays without an account, has a name and no `id`."""

    id = IdField(source="person_id", allow_null=True)
    name = serializers.CharField()


class GameRow(serializers.Serializer[Any]):
    """A game in a list. `occasion` is the scope it belongs to: "event:12" is event 12."""

    id = IdField()
    occasion = serializers.CharField(source="parent_scope")
    white = serializers.SerializerMethodField()
    black = serializers.SerializerMethodField()
    rules = serializers.CharField()
    result = serializers.CharField()
    played_on = serializers.DateField(allow_null=True)
    has_record = serializers.BooleanField()

    @extend_schema_field(SeatShape)
    def get_white(self, row: Any) -> dict[str, Any]:
        return {"id": row.white_id, "name": row.white}

    @extend_schema_field(SeatShape)
    def get_black(self, row: Any) -> dict[str, Any]:
        return {"id": row.black_id, "name": row.black}


class RecordRow(serializers.Serializer[Any]):
    """A record in the list: how many turns it has, what they prove ("*": nothing yet), and that in words."""

    number = serializers.IntegerField()
    who = serializers.CharField()
    at = serializers.DateTimeField()
    plies = serializers.IntegerField()
    outcome = serializers.CharField()
    verdict = WordsField()
