"""The endpoints of ratings beside the lists, and of pairing numbers that follow from them: for who runs the event."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.permissions import require
from players.roles import Permission
from tournaments.core.api.base import EventAPIView
from tournaments.core.api.serializers import PersonName
from tournaments.entries.queries.numbering import NumberRow, numbering
from tournaments.entries.schemas import RenumberInput, SetRatingInput, TakeListedRatingsInput
from tournaments.entries.services import numbering as numbering_services
from tournaments.models import Event


class NumberedEntry(serializers.Serializer[Any]):
    """An entry with the rating that the event uses and the one that the list has for it, and two pairing numbers.

    `rating_source` is "server" or "club" (their lists), "file", "hand" or "" (not known), `rating_day` of which day it
    is. `next_number` is what the ratings of now would give. Numbers are null before the start.
    """

    id = IdField(source="entry.id")
    player = PersonName(source="entry")
    rating = serializers.IntegerField(source="entry.rating", allow_null=True)
    rating_source = serializers.CharField(source="entry.rating_source")
    rating_day = serializers.DateField(source="entry.rating_day", allow_null=True)
    listed = serializers.IntegerField(allow_null=True)
    differs = serializers.BooleanField()
    number = serializers.IntegerField(source="entry.number", allow_null=True)
    next_number = serializers.IntegerField(allow_null=True)


class _NumbersAPIView(EventAPIView):
    """An endpoint that answers with ratings and numbers."""

    def players(self, event: Event) -> list[NumberRow]:
        """Everybody who is entered, as it is now."""
        event.refresh_from_db()
        return list(numbering(self.rows(event)).rows)


class Numbers(_NumbersAPIView):
    """Ratings beside the list, and pairing numbers."""

    @extend_schema(responses=NumberedEntry(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Everybody who is registered: the rating used, the list's, and the number that ratings would give."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.RUN_ROUNDS, event.scope)
        return self.paginate(self.players(event), NumberedEntry)

    @extend_schema(request=RenumberInput, responses=NumberedEntry(many=True))
    def post(self, request: Request, event_id: int) -> Response:
        """Let pairing numbers follow the ratings of now. Refused once round 4 is paired."""
        sent = self.validated_body(RenumberInput)
        event = self.event(event_id)
        numbering_services.renumber(event.pk, self.actor, expect=sent.get("version"), confirm=sent["confirm"])
        return self.paginate(self.players(event), NumberedEntry)


class ListedRatings(_NumbersAPIView):
    """Ratings taken from the list."""

    @extend_schema(request=TakeListedRatingsInput, responses=NumberedEntry(many=True))
    def post(self, request: Request, event_id: int) -> Response:
        """Give these entries the rating of the list. Pairing numbers stay until they are recalculated."""
        sent = self.validated_body(TakeListedRatingsInput)
        event = self.event(event_id)
        numbering_services.take_listed_ratings(event.pk, self.actor, sent["entries"], expect=sent.get("version"))
        return self.paginate(self.players(event), NumberedEntry)


class RatingOfEntry(_NumbersAPIView):
    """The rating of one entry."""

    @extend_schema(request=SetRatingInput, responses=NumberedEntry)
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Set a rating by hand, for this event alone."""
        sent = self.validated_body(SetRatingInput)
        event = self.event(event_id)
        numbering_services.set_rating(
            event.pk, self.actor, entry_id, sent["rating"], reason=sent["reason"], expect=sent.get("version")
        )
        found = next(row for row in self.players(event) if row.entry.id == entry_id)
        return Response(NumberedEntry(found).data)
