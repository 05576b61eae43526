"""Streams of boards: those of a round, and those of whichever round of an event was paired last."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.journal import queries as journal
from common.streams import LinesRenderer, OneForm, StreamQuery, stream_response
from games.models import COLOURS
from play.table.api.games import ClockShape, describe_clock
from play.table.api.streams import ReadyLine, StreamLine, one_of
from tournaments.core.api import EntryName, EventAPIView
from tournaments.core.queries.cached import rows_of
from tournaments.rounds.queries.board_stream import stream_boards


class BoardLine(StreamLine):
    """`board`: a game of a round as it is now. It comes again after every turn and every result.

    `turns` are those that are known; `clock` is null unless the game is played on this server.
    """

    round = serializers.IntegerField()
    board = serializers.IntegerField()
    leg = serializers.IntegerField()
    game = IdField()
    white = EntryName()
    black = EntryName()
    result = serializers.CharField()
    online = serializers.BooleanField()
    turns = serializers.ListField(child=serializers.CharField())
    clock = ClockShape(allow_null=True)


class _BoardStream(EventAPIView):
    renderer_classes = (LinesRenderer,)
    content_negotiation_class = OneForm

    def stream(self, event_id: int, number: int | None) -> Response:
        """The boards of a round; None for the one that was paired last."""
        seen = self.validated_query(StreamQuery)["since"]
        event = self.event(event_id)
        rows = rows_of(event, journal.version(event.scope))
        paired = len(rows.rounds)
        if number is not None and not 1 <= number <= paired:
            raise Http404
        return stream_response(stream_boards(event, rows, number or paired, seen, _describe))


class RoundStream(_BoardStream):
    """The boards of a round."""

    path = "rounds/<int:number>/stream"

    @extend_schema(parameters=[StreamQuery], responses=one_of("RoundStreamLine", ReadyLine, BoardLine))
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """Stream the boards of a round: at first all of them, then each that changes."""
        return self.stream(event_id, number)


class EventStream(_BoardStream):
    """The boards of an event."""

    path = "stream"

    @extend_schema(parameters=[StreamQuery], responses=one_of("EventStreamLine", ReadyLine, BoardLine))
    def get(self, request: Request, event_id: int) -> Response:
        """Stream the boards of the round that was paired last; when another is paired, its boards follow."""
        return self.stream(event_id, None)


def _describe(line: dict[str, Any]) -> dict[str, Any]:
    """A line as it is sent, but for what every line has."""
    clock = describe_clock(line["clock"]) if line["clock"] is not None else None
    seats = {colour: EntryName(line[colour]).data for colour in COLOURS}
    return line | seats | {"clock": clock}
