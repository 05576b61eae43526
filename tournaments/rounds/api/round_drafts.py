"""The endpoints of a round that arbiters alone see and what is done with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from django.forms import Form
from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import PointsField, WordsField
from players.permissions import require
from players.roles import Permission
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EntryName, EventAPIView, TeamName
from tournaments.core.desk_menu import AtDesk, Group, last_round
from tournaments.core.forms import REASON
from tournaments.core.loader import EventData
from tournaments.rounds import acts, schemas
from tournaments.rounds.api.round_acts import PairRound, can_be_taken_back
from tournaments.rounds.api.rounds import RoundOne, round_or_404
from tournaments.rounds.queries.drafts import DraftPage, draft_page
from tournaments.rounds.refused import unreadable
from tournaments.rounds.services import round_drafts
from tournaments.rounds.services.deferred_pairing import request_round

# --- the endpoints of a round that arbiters alone see, and what is done with it, with its pages -----------


class DraftSide(serializers.Serializer[Any]):
    """A player of a draft, or a team where teams meet, with the points from before the round."""

    entry = EntryName(allow_null=True, help_text="The player; null where teams meet.")
    team = TeamName(allow_null=True, help_text="The team; null where players meet.")
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

    `by_hand`: it is being paired by hand. `idle`, or `idle_teams` where teams meet, play in the event and have no place
    in it; `differences` tell where the engine pairs otherwise, `refusal` why it pairs nothing. `publish_at` is when it
    is published automatically.
    """

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    published = serializers.BooleanField()
    by_hand = serializers.BooleanField()
    publish_at = serializers.DateTimeField(allow_null=True)
    places = DraftPlace(many=True, source="boards")
    idle = EntryName(many=True, source="idle_entries")
    idle_teams = TeamName(many=True)
    cautions = CautionShape(many=True)
    differences = serializers.ListField(child=WordsField())
    refusal = WordsField(allow_null=True)


# --- what is done with a draft -------------------------------------------------------------------------


class DraftActView(ActView):
    """An act on the round that arbiters alone see, which the endpoint answers with."""

    shape: ClassVar[ShapeClass] = DraftOne
    then = "event-draft"

    def found(self, view: EventAPIView, made: Any) -> Any:
        return draft_or_404(view.rows(self.event))

    def show(self, form: Form) -> HttpResponse:
        return unreadable(self.request, self.event, form)


class PairDraft(PairRound):
    """Pair the next round as a draft, visible to arbiters only. In large events a worker does it (202)."""

    path, page_path, name, action = "draft", "draft/<slug:action>", "event-draft-action", "new"
    act, service, shape, then = acts.DraftRound, partial(request_round, draft=True), DraftOne, "event-draft"
    done = _("Round paired. Only arbiters can see it yet.")

    def found(self, view: EventAPIView, made: Any) -> Any:
        return draft_or_404(view.rows(self.event))


class ScheduleRound(DraftActView):
    """Schedule the publication of the draft."""

    path, method = "draft", "patch"
    act, service, schema = acts.ScheduleRound, round_drafts.schedule_round, schemas.ScheduleRoundInput
    renamed = {"publish_at": "at"}


class DiscardDraft(DraftActView):
    """Discard the draft."""

    path, method, page_path, name, action = "draft", "delete", "draft/<slug:action>", "event-draft-action", "discard"
    act, service, schema, shape = acts.DiscardDraft, round_drafts.discard_draft, schemas.TakeBackRoundInput, None
    done, then = _("Draft discarded."), "event-desk"


class PublishDraft(DraftActView):
    """Publish the draft. Objections are answered with 409 and a key to confirm them."""

    path, page_path, name, action = "draft/publish", "draft/<slug:action>", "event-draft-action", "publish"
    act, service, schema = acts.PublishRound, round_drafts.publish_round, schemas.PublishRoundInput
    shape, code, done, then = RoundOne, status.HTTP_201_CREATED, _("Round %(round)d has started."), "event-desk"

    def found(self, view: EventAPIView, made: Any) -> Any:
        return round_or_404(self.event, view.rows(self.event), made.number, whole=True)

    def words(self, form: Form, made: Any) -> Mapping[str, Any]:
        return {"round": made.number}


class UnpublishRound(DraftActView):
    """Unpublish the last round, as long as none of its games has a report."""

    path, page_path, name = "rounds/<int:number>/unpublish", "pairings/<int:number>/unpublish", "event-round-unpublish"
    act, service, schema = acts.UnpublishRound, round_drafts.unpublish_round, schemas.UnpublishRoundInput
    asks, title = REASON, _("Unpublish round %(number)s")
    text = _(
        "Players no longer see the round, and you can change it before you publish it again."
        " This is possible until a result is reported."
    )
    done = _("Round unpublished.")
    at_desk = AtDesk(
        Group.ROUND,
        _("Unpublish round %(number)s"),
        can_be_taken_back,
        of=last_round,
        consequence=_("Players no longer see the round."),
    )

    def perform(self, values: Mapping[str, Any]) -> Any:
        """Nothing of it is to be confirmed, though the schema is that of another act."""
        return super().perform({name: value for name, value in values.items() if name != "confirm"})

    def initial(self) -> dict[str, Any]:
        return {"version": self.round.version}

    def show(self, form: Form) -> HttpResponse:
        return ActView.show(self, form)


# --- the endpoint of several acts ------------------------------------------------------------------------


class Draft(EventAPIView):
    """The draft of an event."""

    path = "draft"

    @extend_schema(responses=DraftOne)
    def get(self, request: Request, event_id: int) -> Response:
        """The draft round; 404 if there is none."""
        event = self.event(event_id)
        require(self.actor, Permission.RUN_ROUNDS, event.scope)
        return Response(DraftOne(draft_or_404(self.rows(event))).data)


def draft_or_404(rows: EventData) -> DraftPage:
    page = draft_page(rows)
    if page is None:
        raise Http404
    return page
