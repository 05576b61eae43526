"""The journal of an event: who did what, when and why, and what it was before."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import NumberField, WordsField
from common.journal import queries as journal
from tournaments.api.base import EventAPIView
from tournaments.queries.journal_pages import KINDS, JournalFilter, JournalLines
from tournaments.queries.standings import rows_of


class ValueChange(serializers.Serializer[Any]):
    """A value that an act changed, before and after, in words."""

    field = serializers.CharField()
    before = WordsField(source="old")
    after = WordsField(source="new")


class JournalLine(serializers.Serializer[Any]):
    """One act. `version` is the event's version that it made; `who` is null for the system, "" for nobody in public.

    `why` is shown to arbiters. `round` is the round that it is about, null where it is about none.
    """

    version = serializers.IntegerField()
    at = serializers.DateTimeField()
    who = serializers.CharField(source="actor", allow_null=True)
    action = serializers.CharField()
    what = WordsField(source="text")
    why = serializers.CharField(source="reason")
    round = serializers.IntegerField(allow_null=True)
    changes = ValueChange(many=True)


class JournalAsked(serializers.Serializer[Any]):
    """Which lines are wanted: a kind of acts, a round, and a text in the names of people or in reasons."""

    kind = serializers.ChoiceField(sorted(KINDS), required=False)
    round = NumberField(min_value=1, required=False)
    q = serializers.CharField(max_length=80, required=False)


class Journal(EventAPIView):
    """The journal of an event."""

    @extend_schema(parameters=[JournalAsked], responses=JournalLine(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Everything that was done, the newest first. Arbiters read all of it, everybody else what is public."""
        event, asked = self.event(event_id), self.validated_query(JournalAsked)
        wanted = JournalFilter(kind=asked.get("kind", ""), round=asked.get("round"), text=asked.get("q", ""))
        rows = rows_of(event, journal.version(event.scope))
        return self.paginate(JournalLines(rows, request.user, wanted), JournalLine)
