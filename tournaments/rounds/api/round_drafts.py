"""The endpoints of a round that arbiters alone see: made, paired by hand, published, taken back."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import PointsField, WordsField
from common.journal import queries as journal
from players.permissions import require
from players.roles import Permission
from tournaments.core.api.base import EventAPIView
from tournaments.core.api.serializers import EntryName
from tournaments.core.queries.cached import rows_of
from tournaments.models import Event
from tournaments.rounds.api.rounds import RoundOne, RoundWanted, round_response
from tournaments.rounds.queries.round_drafts import draft_page
from tournaments.rounds.schemas import (
    AbandonHandPairingInput,
    BeginHandPairingInput,
    EndHandPairingInput,
    PairByHandInput,
    PairRoundInput,
    PublishRoundInput,
    ScheduleRoundInput,
    TakeBackRoundInput,
)
from tournaments.rounds.services import deferred_pairing, hand_pairing, round_drafts


class DraftSide(serializers.Serializer[Any]):
    """A player of a draft, with the points from before the round."""

    entry = EntryName()
    points = PointsField()


class DraftPlace(serializers.Serializer[Any]):
    """A place of a draft. A bye has `white` alone and says in `bye` what it is."""

    place = serializers.IntegerField(source="number")
    white = DraftSide()
    black = DraftSide(allow_null=True)
    bye = WordsField(allow_null=True)


class CautionShape(serializers.Serializer[Any]):
    """What speaks against a round. `level`: 1 to know, 2 to note, 3 to confirm, 4 to confirm twice, 5 refused."""

    key = serializers.CharField()
    level = serializers.IntegerField()
    message = WordsField()


class DraftOne(serializers.Serializer[Any]):
    """A round that arbiters alone see. `published`: it is public, and this takes its place when `by_hand` ends.

    `by_hand`: it is being paired by hand. `idle` play in the event and have no place in it; `differences` tell where
    the engine pairs otherwise, `refusal` why it pairs nothing. `publish_at` is when it is published automatically.
    """

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    published = serializers.BooleanField()
    by_hand = serializers.BooleanField()
    publish_at = serializers.DateTimeField(allow_null=True)
    places = DraftPlace(many=True, source="boards")
    idle = EntryName(many=True)
    cautions = CautionShape(many=True)
    differences = serializers.ListField(child=WordsField())
    refusal = WordsField(allow_null=True)


class _DraftView(EventAPIView):
    """An endpoint of the draft: it is there for arbiters alone."""

    def arbiters_event(self, event_id: int) -> Event:
        """The event, for who may run its rounds."""
        event = self.event(event_id)
        require(self.actor, Permission.RUN_ROUNDS, event.scope)
        return event

    def draft(self, event: Event, code: int = status.HTTP_200_OK) -> Response:
        """The draft as it is now."""
        page = draft_page(rows_of(event, journal.version(event.scope)))
        if page is None:
            raise Http404
        return Response(DraftOne(page).data, status=code)


class Draft(_DraftView):
    """The draft of an event."""

    @extend_schema(responses=DraftOne)
    def get(self, request: Request, event_id: int) -> Response:
        """The round that is being made; 404 where none is."""
        return self.draft(self.arbiters_event(event_id))

    @extend_schema(request=PairRoundInput, responses={201: DraftOne, 202: RoundWanted})
    def post(self, request: Request, event_id: int) -> Response:
        """Pair the next round for arbiters alone to see. In a large field a worker does it (202)."""
        values, event = self.validated_body(PairRoundInput), self.event(event_id)
        made = deferred_pairing.request_round(
            event.pk, self.actor, expect=values.pop("version", None), draft=True, **values
        )
        if made is None:
            return Response(RoundWanted({"wanted": values["number"]}).data, status=status.HTTP_202_ACCEPTED)
        return self.draft(event, status.HTTP_201_CREATED)

    @extend_schema(request=ScheduleRoundInput, responses=DraftOne)
    def patch(self, request: Request, event_id: int) -> Response:
        """Say when the draft is published automatically."""
        values, event = self.validated_body(ScheduleRoundInput), self.event(event_id)
        at, seen = values["publish_at"], values.get("version")
        round_drafts.schedule_round(event.pk, self.actor, at, expect=seen, confirm=values["confirm"])
        return self.draft(event)

    @extend_schema(parameters=[TakeBackRoundInput], responses={204: None})
    def delete(self, request: Request, event_id: int) -> Response:
        """Discard the draft."""
        actor, asked = self.actor, self.validated_query(TakeBackRoundInput)
        event = self.event(event_id)
        round_drafts.discard_draft(event.pk, actor, reason=asked["reason"], expect=asked.get("version"))
        return Response(status=status.HTTP_204_NO_CONTENT)


class PublishDraft(_DraftView):
    """The draft that becomes the next round."""

    @extend_schema(request=PublishRoundInput, responses={201: RoundOne})
    def post(self, request: Request, event_id: int) -> Response:
        """Publish the draft. What speaks against it is answered with 409 and a key to confirm it by."""
        values, event = self.validated_body(PublishRoundInput), self.event(event_id)
        made = round_drafts.publish_round(event.pk, self.actor, expect=values.get("version"), confirm=values["confirm"])
        return round_response(event, made.number, status.HTTP_201_CREATED)


class UnpublishRound(_DraftView):
    """The last round, a draft again."""

    @extend_schema(request=EndHandPairingInput, responses=DraftOne)
    def post(self, request: Request, event_id: int, number: int) -> Response:
        """Make the last round a draft again, as long as nothing was said of its games."""
        values, event = self.validated_body(EndHandPairingInput), self.event(event_id)
        round_drafts.unpublish_round(
            event.pk, self.actor, number, reason=values["reason"], expect=values.get("version")
        )
        return self.draft(event)


class BeginHandPairing(_DraftView):
    """The beginning of a pairing by hand."""

    @extend_schema(request=BeginHandPairingInput, responses=DraftOne)
    def post(self, request: Request, event_id: int) -> Response:
        """Begin to pair a round by hand: the draft, or the last round, which stays public as it is till the end."""
        values, event = self.validated_body(BeginHandPairingInput), self.event(event_id)
        hand_pairing.begin_hand_pairing(event.pk, self.actor, values["number"], expect=values.get("version"))
        return self.draft(event)


class HandSteps(_DraftView):
    """The steps of a pairing by hand."""

    @extend_schema(request=PairByHandInput, responses=DraftOne)
    def post(self, request: Request, event_id: int) -> Response:
        """Do one step. What newly speaks against the round is answered with 409 and a key to confirm it by."""
        values, event = self.validated_body(PairByHandInput), self.event(event_id)
        seen, confirm = values.pop("version", None), values.pop("confirm")
        step = hand_pairing.HandStep(**values | {"step": hand_pairing.Step(values["step"])})
        hand_pairing.take_step(event.pk, self.actor, step, expect=seen, confirm=confirm)
        return self.draft(event)


class EndHandPairing(_DraftView):
    """The end of a pairing by hand."""

    @extend_schema(request=EndHandPairingInput, responses={200: DraftOne, 201: RoundOne})
    def post(self, request: Request, event_id: int) -> Response:
        """End it. Each place that the engine pairs otherwise is answered with 409 and a key to confirm all by.

        The draft as it is now; or, where the round is public, the round.
        """
        values, event = self.validated_body(EndHandPairingInput), self.event(event_id)
        draft = hand_pairing.end_hand_pairing(
            event.pk,
            self.actor,
            reason=values["reason"],
            expect=values.get("version"),
            confirm=values["confirm"],
        )
        if draft is not None:
            return self.draft(event)
        rows = rows_of(event, journal.version(event.scope))
        return round_response(event, len(rows.rounds), status.HTTP_201_CREATED)


class AbandonHandPairing(_DraftView):
    """A pairing by hand that comes to nothing."""

    @extend_schema(request=AbandonHandPairingInput, responses={204: None})
    def post(self, request: Request, event_id: int) -> Response:
        """End it as if it had not begun."""
        values, event = self.validated_body(AbandonHandPairingInput), self.event(event_id)
        hand_pairing.abandon_hand_pairing(event.pk, self.actor, expect=values.get("version"))
        return Response(status=status.HTTP_204_NO_CONTENT)
