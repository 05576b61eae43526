"""The endpoints of a round that arbiters alone see and of what chance lays out, and what is done with them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from django.forms import Form
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import PointsField, WordsField
from common.web import done_response
from players.permissions import require
from players.roles import Permission
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EntryName, EventAPIView
from tournaments.core.desk_menu import AtDesk, DeskState, Group, last_round
from tournaments.core.forms import REASON
from tournaments.core.loader import EventData
from tournaments.models import RoundDraft
from tournaments.rounds import acts, schemas
from tournaments.rounds.api.round_acts import PairRound, can_be_taken_back
from tournaments.rounds.api.rounds import RoundOne, round_or_404
from tournaments.rounds.forms import KINDS
from tournaments.rounds.queries.rounds import DraftPage, draft_page
from tournaments.rounds.queries.setup_draws import lots_of, round_draws, setup_of_boards
from tournaments.rounds.refused import unreadable
from tournaments.rounds.services import hand_pairing, round_drafts
from tournaments.rounds.services.deferred_pairing import request_round
from tournaments.rounds.services.setup_redraws import redraw_setups

# --- the endpoints of a round that arbiters alone see, and what is done with it, with its pages -----------


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


# --- what is done with a draft -------------------------------------------------------------------------


class DraftActView(ActView):
    """An act on the round that arbiters alone see, which the endpoint answers with."""

    shape: ClassVar[ShapeClass] = DraftOne
    then = "event-draft"

    def found(self, view: EventAPIView, made: Any) -> Any:
        return _draft_or_404(view.rows(self.event))

    def show(self, form: Form) -> HttpResponse:
        return unreadable(self.request, self.event, form)


class PairDraft(PairRound):
    """Pair the next round as a draft, visible to arbiters only. In large events a worker does it (202)."""

    path, page_path, name, action = "draft", "draft/<slug:action>", "event-draft-action", "new"
    act, service, shape, then = acts.DraftRound, partial(request_round, draft=True), DraftOne, "event-draft"
    done = _("Round paired. Only arbiters can see it yet.")

    def found(self, view: EventAPIView, made: Any) -> Any:
        return _draft_or_404(view.rows(self.event))


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
        return round_or_404(self.event, view.rows(self.event), made.number)

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
        round_ = self.rows.round(self.ids["number"])
        if round_ is None:
            raise Http404
        return {"version": round_.version}

    def show(self, form: Form) -> HttpResponse:
        return ActView.show(self, form)


def _can_be_paired_by_hand(desk: DeskState) -> bool:
    """Whether the last round has boards that are still open, and no draft is in the way."""
    return desk.is_running and not desk.has_draft and desk.last is not None and bool(desk.last.open_pairings)


class BeginHandPairing(DraftActView):
    """Start pairing by hand: the draft, or the last round, which stays public unchanged until you finish."""

    path, page_path, name, action = "draft/begin", "draft/<slug:action>", "event-draft-action", "begin"
    act, service, schema = acts.BeginHandPairing, hand_pairing.begin_hand_pairing, schemas.BeginHandPairingInput
    asks = {"number": {}, "version": {}}
    done = _("You are pairing by hand. Players will not see your changes until you finish.")
    at_desk = AtDesk(Group.ROUND, _("Pair round %(number)s by hand"), _can_be_paired_by_hand, of=last_round)

    @classmethod
    def desk_values(cls, desk: DeskState) -> Mapping[str, int]:
        return {"number": len(desk.rows.rounds)}


class TakeHandStep(DraftActView):
    """Make one change. New objections to the round are answered with 409 and a key to confirm them."""

    path, page_path, name, action = "draft/steps", "draft/<slug:action>", "event-draft-action", "step"
    act, service, schema = acts.TakeHandStep, hand_pairing.take_step, schemas.PairByHandInput
    asks = {"version": {}, "step": {}, "one": {}, "other": {}, "kind": {"choices": KINDS, "required": False}}
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
        return Response(RoundOne(round_or_404(self.event, rows, len(rows.rounds))).data, status=status.HTTP_201_CREATED)

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


# --- the endpoint of several acts ------------------------------------------------------------------------


class Draft(EventAPIView):
    """The draft of an event."""

    path = "draft"

    @extend_schema(responses=DraftOne)
    def get(self, request: Request, event_id: int) -> Response:
        """The draft round; 404 if there is none."""
        event = self.event(event_id)
        require(self.actor, Permission.RUN_ROUNDS, event.scope)
        return Response(DraftOne(_draft_or_404(self.rows(event))).data)


def _draft_or_404(rows: EventData) -> DraftPage:
    page = draft_page(rows)
    if page is None:
        raise Http404
    return page


# --- the endpoint of what chance lays out in a round ------------------------------------------------------
# Hashes before it starts, seeds and set-ups after, and draws anew.


class DrawShape(serializers.Serializer[Any]):
    """A draw. `board` 0 is for all boards; `seed` is null while it is a secret, and `hashed` is what was hashed.

    `late`: drawn after the round had started, so that the hash proves less. `replaced`: another one is in force.
    """

    number = serializers.IntegerField()
    board = serializers.IntegerField()
    recipe = serializers.CharField(source="version")
    commitment = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    hashed = serializers.CharField(allow_null=True)
    drawn_at = serializers.DateTimeField()
    replaced = serializers.BooleanField()
    late = serializers.BooleanField()
    reason = serializers.CharField()


class SetupShape(serializers.Serializer[Any]):
    """A set-up, as the record format writes it, and the boards that have it."""

    setup = serializers.CharField()
    boards = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_boards(self, laid: Any) -> list[int]:
        return [table.board for table in laid.tables]


class LotShape(serializers.Serializer[Any]):
    """A board of which it was drawn who begins (entry). The SHA-256 of `text` decides, by the recipe `first-move-1`."""

    board = serializers.IntegerField()
    begins = serializers.IntegerField(source="white.id")
    text = serializers.CharField()
    digest = serializers.CharField()


class RoundSetups(serializers.Serializer[Any]):
    """What was drawn for a round. `own`: each board has a set-up of its own.

    Before the start there are no set-ups and no lots. `lots` are the boards of which it was drawn who begins.
    """

    round = serializers.IntegerField()
    started = serializers.BooleanField()
    own = serializers.BooleanField()
    draws = DrawShape(many=True)
    setups = SetupShape(many=True)
    lots = LotShape(many=True)


class RedrawSetups(ActView):
    """Redraw set-ups before the round, or while these boards have no reports. For arbiters."""

    path = "rounds/<int:number>/setups"
    act, service, schema = acts.RedrawSetups, redraw_setups, schemas.RedrawSetupsInput
    renamed, shape, code = {"drawn": "expect"}, RoundSetups, status.HTTP_201_CREATED

    def found(self, view: EventAPIView, made: Any) -> dict[str, Any]:
        return _find_draws(view.rows(self.event), self.ids["number"])


class SetupDraws(EventAPIView):
    """Chance in a round: set-ups of games that it lays out, and lots for who begins."""

    path = "rounds/<int:number>/setups"

    @extend_schema(responses=RoundSetups)
    def get(self, request: Request, event_id: int, number: int) -> HttpResponseBase:
        """The draws of a round, with seeds and set-ups once it has started."""
        event = self.event(event_id)
        return self.conditional_get(event, lambda rows, _version: RoundSetups(_find_draws(rows, number)).data)


def _find_draws(rows: EventData, number: int) -> dict[str, Any]:
    found = round_draws(rows, number)
    if not found:
        raise Http404
    (draws,) = found
    values = {"round": draws.round, "started": draws.started, "own": draws.own, "draws": draws.draws}
    return values | {"setups": setup_of_boards(rows, number), "lots": lots_of(rows, draws)}
