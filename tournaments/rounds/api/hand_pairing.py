"""Pairing by hand: its endpoints, and what its pages send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.forms import Form
from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import status
from rest_framework.response import Response

from common.web import done_response
from tournaments.core.api import EventAPIView
from tournaments.models import RoundDraft
from tournaments.rounds import acts, schemas
from tournaments.rounds.api.round_drafts import DraftActView
from tournaments.rounds.api.rounds import RoundOne, round_or_404
from tournaments.rounds.services import hand_pairing


class BeginHandPairing(DraftActView):
    """Start pairing by hand: the draft, or the last round, which stays public unchanged until you finish."""

    path, page_path, name, action = "draft/begin", "draft/<slug:action>", "event-draft-action", "begin"
    act, service, schema = acts.BeginHandPairing, hand_pairing.begin_hand_pairing, schemas.BeginHandPairingInput
    asks = {"number": {}, "version": {}}
    done = _("You are pairing by hand. Players will not see your changes until you finish.")


class TakeHandStep(DraftActView):
    """Make one change. New objections to the round are answered with 409 and a key to confirm them."""

    path, page_path, name, action = "draft/steps", "draft/<slug:action>", "event-draft-action", "step"
    act, service, schema = acts.TakeHandStep, hand_pairing.take_step, schemas.PairByHandInput
    asks = {"version": {}, "step": {}, "one": {}, "other": {}, "kind": {"required": False}}
    done = _("Done. Players will not see it until you finish pairing by hand.")

    def perform(self, values: Mapping[str, Any]) -> Any:
        sent = dict(values)
        rest = {"expect": sent.pop("version", None), "confirm": sent.pop("confirm")}
        return self.call(hand_pairing.HandStep(**sent | {"step": hand_pairing.StepKind(sent["step"])}), **rest)


class EndHandPairing(DraftActView):
    """Finish pairing by hand. Boards that differ from the rules are answered with 409 and a key to confirm them.

    Returns the draft, or the round if it is public.
    """

    path, page_path, name, action = "draft/end", "draft/<slug:action>", "event-draft-action", "end"
    act, service, schema = acts.EndHandPairing, hand_pairing.end_hand_pairing, schemas.EndHandPairingInput
    more_codes, asks = {status.HTTP_201_CREATED: RoundOne}, {"version": {}, "reason": {}}

    def respond(self, view: EventAPIView, made: RoundDraft | None) -> Response:
        if made is not None:
            return super().respond(view, made)
        rows = view.rows(self.event)
        return Response(
            RoundOne(round_or_404(self.event, rows, len(rows.rounds), whole=True)).data, status=status.HTTP_201_CREATED
        )

    def done_response(self, form: Form, made: RoundDraft | None) -> HttpResponse:
        if made is None:
            return done_response(self.request, gettext("Round changed."), "event-pairings", self.event.pk)
        said = gettext("You have finished pairing by hand. The round is still a draft.")
        return done_response(self.request, said, "event-draft", self.event.pk)


class AbandonHandPairing(DraftActView):
    """Cancel pairing by hand and keep the former pairings."""

    path, page_path, name, action = "draft/abandon", "draft/<slug:action>", "event-draft-action", "abandon"
    act, service, schema = acts.AbandonHandPairing, hand_pairing.abandon_hand_pairing, schemas.AbandonHandPairingInput
    shape, done, then = None, _("The round was not changed."), "event-desk"
