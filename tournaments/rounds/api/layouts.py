"""A round laid out as a whole: checked, saved and published, by programs and by the page of pairing by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.forms import Form
from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import WordsField
from common.web import done_response
from gipf_engine.tournament.crosstable import ByeKind
from players.core import limits
from players.permissions import require
from players.roles import Permission
from tournaments.core.api import EventAPIView
from tournaments.models import RoundDraft
from tournaments.rounds import acts, schemas
from tournaments.rounds.api.round_drafts import CautionShape, DraftActView
from tournaments.rounds.api.rounds import RoundOne, round_or_404
from tournaments.rounds.layout_check import layout_page
from tournaments.rounds.services.round_layouts import Layout, lay_out_round


class PriceShape(serializers.Serializer[Any]):
    """What the rules say against a board that they do not give, in pairing numbers."""

    white = serializers.IntegerField()
    black = serializers.IntegerField()
    message = WordsField()


class LayoutShape(serializers.Serializer[Any]):
    """What a layout would come to. `refused` say why it cannot be; `cautions` speak against it.

    `differences` tell what the rules give instead, `prices` what they say against single boards; with `wait`, more of
    these are there so many seconds later. `needs_reason`: it differs. `confirm` is the key that confirms all of it,
    empty where nothing is asked.
    """

    version = serializers.IntegerField()
    refused = serializers.ListField(child=WordsField())
    cautions = CautionShape(many=True)
    differences = serializers.ListField(child=WordsField())
    prices = PriceShape(many=True)
    needs_reason = serializers.BooleanField()
    confirm = serializers.CharField()
    wait = serializers.IntegerField()


def layout_of(values: Mapping[str, Any]) -> Layout:
    """What was sent, as services take it."""
    return Layout(
        number=values["number"],
        boards=tuple((board["white"], board["black"]) for board in values["boards"]),
        byes=tuple((bye["player"], ByeKind(bye["kind"])) for bye in values["byes"]),
        publish=values["publish"],
        public=values["public"],
    )


class LayOutRound(DraftActView):
    """Lay out a whole round by hand, a draft or the last one, in one act. Objections are answered with 409 and a key.

    Returns the draft, or the round if it is public.
    """

    path = "draft/layout"
    act, service, schema = acts.PublishLayout, lay_out_round, schemas.LayOutRoundInput
    more_codes = {status.HTTP_201_CREATED: RoundOne}

    def perform(self, values: Mapping[str, Any]) -> Any:
        self.layout = layout_of(values)
        more = {name: values[name] for name in ("reason", "confirm")}
        return self.call(self.layout, expect=values.get("version"), **more)

    def respond(self, view: EventAPIView, made: RoundDraft | None) -> Response:
        if made is not None:
            return super().respond(view, made)
        round_ = round_or_404(self.event, view.rows(self.event), self.layout.number, whole=True)
        return Response(RoundOne(round_).data, status=status.HTTP_201_CREATED)

    def done_response(self, form: Form, made: RoundDraft | None) -> HttpResponse:
        if made is not None:
            return done_response(self.request, gettext("Draft saved."), "event-draft", self.event.pk)
        return done_response(self.request, gettext("Pairings published."), "event-desk", self.event.pk)


class CheckLayout(EventAPIView):
    """What a layout would come to."""

    path = "draft/check"

    @extend_schema(request=schemas.CheckLayoutInput, responses=LayoutShape)
    def post(self, request: Request, event_id: int) -> Response:
        """Check a whole round that is laid out by hand, without saving it: objections, differences and their price.

        For arbiters. Each account has a limit a minute; beyond it the answer is 429.
        """
        values, event = self.validated_body(schemas.CheckLayoutInput), self.event(event_id)
        require(self.actor, Permission.RUN_ROUNDS, event.scope)
        limits.LAYOUTS_CHECKED.take(str(self.actor.pk))
        return Response(LayoutShape(layout_page(self.rows(event), layout_of(values), values.get("version"))).data)
