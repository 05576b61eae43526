"""The endpoints that lock a round and unlock it."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import EventAPIView
from tournaments.models import Round
from tournaments.rounds.api.rounds import RoundOne, round_response
from tournaments.rounds.schemas import LockRoundInput, UnlockRoundInput
from tournaments.rounds.services import round_locks


class LockRound(EventAPIView):
    """A round whose results are all in."""

    @extend_schema(request=LockRoundInput, responses=RoundOne)
    def post(self, request: Request, event_id: int, number: int) -> Response:
        """Take no other result in this round, from nobody, until it is unlocked."""
        values, event = self.validated_body(LockRoundInput), self.event(event_id)
        try:
            round_locks.lock_round(event.pk, self.actor, number, expect=values.get("version"))
        except Round.DoesNotExist:
            raise Http404 from None
        return round_response(event, number)


class UnlockRound(EventAPIView):
    """A round that is locked."""

    @extend_schema(request=UnlockRoundInput, responses=RoundOne)
    def post(self, request: Request, event_id: int, number: int) -> Response:
        """Let results of a locked round change again, with a reason."""
        values, event = self.validated_body(UnlockRoundInput), self.event(event_id)
        try:
            round_locks.unlock_round(
                event.pk, self.actor, number, reason=values["reason"], expect=values.get("version")
            )
        except Round.DoesNotExist:
            raise Http404 from None
        return round_response(event, number)
