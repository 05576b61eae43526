"""The endpoints of attempts at deals: one's own as far as it lies open, and all lines when a round is over."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, PointsField
from games.attempts.services import attempts
from games.attempts.services.attempts import start_of, version_of
from games.core.permissions import is_player
from games.core.replay import play_through
from games.models import Attempt
from gipf_engine.rules import rules_for
from players.permissions import NotAllowed
from players.roles import Permission
from tournaments.core.act_views import ActView
from tournaments.core.api import EntryName, EventAPIView
from tournaments.core.forms import REASON
from tournaments.core.loader import EventData
from tournaments.duplicate import acts, schemas
from tournaments.duplicate.queries import AttemptHead, attempt_head, deal_lines, draw_document, tokens_of
from tournaments.duplicate.schemas import AttemptStepInput, FileAttemptRecordInput, PlayDealTurnInput
from tournaments.duplicate.services import close_deals, submit_record


class BesideShape(serializers.Serializer[Any]):
    """What lies beside the board under a name. "?" is a piece that lies face down."""

    name = serializers.CharField()
    count = serializers.IntegerField()
    stacks = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class ViewShape(serializers.Serializer[Any]):
    """All that may be seen of a position: the pieces on each spot, what lies beside the board, and what is counted."""

    turn = serializers.IntegerField(allow_null=True)
    spots = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    pools = BesideShape(many=True)
    counters = serializers.DictField(child=serializers.IntegerField())


class AttemptShape(serializers.Serializer[Any]):
    """An attempt at the deal `deal` of a round.

    Before the round is over only its player gets `turns`, `view`, `choices` (the turns that may be played), `result`
    and `counts`; they are null for all others. `setup` is null for everybody until then.
    """

    id = IdField()
    event = IdField()
    round = serializers.IntegerField()
    deal = serializers.IntegerField()
    entry = IdField()
    state = serializers.CharField(help_text="waiting, playing or over")
    version = serializers.IntegerField()
    seconds = serializers.IntegerField(allow_null=True)
    begun_at = serializers.DateTimeField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    ending = serializers.CharField()
    fault = serializers.CharField(allow_null=True)
    published = serializers.BooleanField()
    result = serializers.CharField(allow_null=True)
    counts = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    turns = serializers.ListField(child=serializers.CharField(), allow_null=True)
    choices = serializers.ListField(child=serializers.CharField(), allow_null=True)
    view = ViewShape(allow_null=True)
    setup = serializers.CharField(allow_null=True)


class LineShape(serializers.Serializer[Any]):
    """How one player played a deal. `rank` is null for who did not play it."""

    attempt = IdField()
    entry = EntryName()
    rank = serializers.IntegerField(allow_null=True)
    points = PointsField()
    counts = serializers.SerializerMethodField()
    turns = serializers.ListField(child=serializers.CharField(), source="tokens")

    def get_counts(self, line: Any) -> dict[str, int]:
        return {count.key: count.value for count in line.counts}


class DealShape(serializers.Serializer[Any]):
    """A deal with all its lines, the best first. `number` is its number in the draw."""

    place = serializers.IntegerField()
    number = serializers.IntegerField()
    setup = serializers.CharField()
    par = serializers.IntegerField()
    lines = LineShape(many=True)


class RoundDeals(serializers.Serializer[Any]):
    """The deals of a round. Until it is over `deals` is empty and `draw` null; then `draw` is what checkdraw checks."""

    round = serializers.IntegerField()
    over = serializers.BooleanField()
    deals = DealShape(many=True)
    draw = serializers.DictField(allow_null=True)


class AttemptAPIView(EventAPIView):
    """An endpoint of one attempt of an event that the reader may see."""

    def head(self, attempt_id: int) -> AttemptHead:
        """Where the attempt belongs; what ran out of time is over for one who looks."""
        try:
            attempts.end_overdue(attempt_id)
            head = attempt_head(attempt_id)
        except Attempt.DoesNotExist:
            raise Http404 from None
        self.event(head.event)
        return head

    def own(self, attempt_id: int) -> AttemptHead:
        """Where the attempt belongs, for its player alone. Raises NotAllowed for anyone else."""
        head = self.head(attempt_id)
        if not is_player(head.attempt, self.actor):
            raise NotAllowed(Permission.DECIDE_RESULT, head.attempt.scope)
        return head

    def answer(self, attempt_id: int, code: int = status.HTTP_200_OK) -> Response:
        """The attempt as it is now, for this reader."""
        response = Response(AttemptShape(_describe_attempt(attempt_head(attempt_id), self.request)).data, status=code)
        response["Cache-Control"] = "private, no-store"
        return response


class OneAttempt(AttemptAPIView):
    """One attempt."""

    @extend_schema(responses=AttemptShape)
    def get(self, request: Request, attempt_id: int) -> Response:
        """An attempt: its player sees what is revealed so far, all others see it when the round is over."""
        self.head(attempt_id)
        return self.answer(attempt_id)


class Begin(AttemptAPIView):
    """Beginning an attempt."""

    @extend_schema(request=None, responses=AttemptShape)
    def post(self, request: Request, attempt_id: int) -> Response:
        """Show the deal; the clock runs from now on. For its player."""
        self.own(attempt_id)
        attempts.begin_attempt(attempt_id, self.actor)
        return self.answer(attempt_id)


class Turns(AttemptAPIView):
    """The turns of an attempt."""

    @extend_schema(request=PlayDealTurnInput, responses={201: AttemptShape})
    def post(self, request: Request, attempt_id: int) -> Response:
        """Play a turn; it is saved at once. For its player. 409: another turn was played meanwhile."""
        values = self.validated_body(PlayDealTurnInput)
        self.own(attempt_id)
        attempts.play_turn(
            attempt_id, self.actor, values["turn"], expect=values.get("version"), advance=values["advance"]
        )
        return self.answer(attempt_id, status.HTTP_201_CREATED)


class Resign(AttemptAPIView):
    """Giving an attempt up."""

    @extend_schema(request=AttemptStepInput, responses=AttemptShape)
    def post(self, request: Request, attempt_id: int) -> Response:
        """End the attempt now. For its player."""
        values = self.validated_body(AttemptStepInput)
        self.own(attempt_id)
        attempts.resign_attempt(attempt_id, self.actor, expect=values.get("version"))
        return self.answer(attempt_id)


class AttemptRecord(AttemptAPIView):
    """The record of an attempt that was played over the board."""

    @extend_schema(request=FileAttemptRecordInput, responses={201: AttemptShape})
    def post(self, request: Request, attempt_id: int) -> Response:
        """Hand it in: every turn is checked, and it counts as the only attempt. For arbiters."""
        text = self.validated_body(FileAttemptRecordInput)["text"]
        self.head(attempt_id)
        submit_record(attempt_id, self.actor, text)
        return self.answer(attempt_id, status.HTTP_201_CREATED)


class Deals(EventAPIView):
    """The deals of a round."""

    path = "rounds/<int:number>/deals"

    @extend_schema(responses=RoundDeals)
    def get(self, request: Request, event_id: int, number: int) -> HttpResponseBase:
        """Every deal with all lines, and the published draw, when the round is over."""
        return self.conditional_get(self.event(event_id), lambda rows, _version: RoundDeals(_deals(rows, number)).data)


class CloseDeals(ActView):
    """End all open attempts and show all lines to everyone. For arbiters."""

    path, page_path, name = "rounds/<int:number>/deals/close", "pairings/<int:number>/deals/close", "event-deals-close"
    act, service, schema, shape = acts.CloseDeals, close_deals, schemas.CloseDealsInput, RoundDeals
    asks, title, submit = REASON, _("Close the deals of round %(number)s"), _("Close the deals")
    text = _("Closes attempts not yet started and ends those in progress. All lines then become public.")
    danger = refusals_apart = True
    done, then, then_by_ids = _("The deals are closed."), "event-deals", True

    def check(self) -> None:
        """404 where the round has no deals."""
        assert self.round
        if self.head.has_opponents:
            raise Http404

    def found(self, view: EventAPIView, made: Any) -> dict[str, Any]:
        return _deals(view.rows(self.event), self.ids["number"])

    def context(self, form: Form) -> dict[str, Any]:
        note = "" if self.round.open_pairings else gettext("All players have finished this round.")
        return super().context(form) | {"note": note}


def _deals(rows: EventData, number: int) -> dict[str, Any]:
    round_ = rows.round(number)
    if round_ is None or not any(pairing.attempts for pairing in round_.pairings):
        raise Http404
    answer = {"round": number, "over": round_.deals_are_over, "deals": deal_lines(rows, round_)}
    return answer | {"draw": draw_document(rows, round_)}


def _describe_attempt(head: AttemptHead, request: Request) -> dict[str, Any]:
    """What this reader may know of an attempt. Positions go out as views, which hold nothing that lies face down."""
    attempt = head.attempt
    state = "over" if attempt.ended_at else "playing" if attempt.begun_at else "waiting"
    mine = is_player(attempt, request.user) and attempt.begun_at is not None
    names = ("seconds", "begun_at", "deadline", "ended_at", "ending", "published")
    answer: dict[str, Any] = {
        "id": attempt.pk,
        "event": head.event,
        "round": head.round,
        "deal": head.place,
        "entry": head.entry,
        "state": state,
        "version": version_of(attempt),
        **{name: getattr(attempt, name) for name in names},
        **dict.fromkeys(("result", "fault", "counts", "turns", "choices", "view", "setup")),
    }
    return answer | _position(attempt, is_open=state == "playing") if mine or attempt.published else answer


def _position(attempt: Attempt, *, is_open: bool) -> dict[str, Any]:
    tokens = tokens_of(attempt)
    position = play_through(start_of(attempt), tokens)
    rules = rules_for(attempt.rules, frozenset(attempt.options))
    return {
        "result": attempt.result,
        "fault": attempt.fault,
        "counts": rules.count_solo(position),
        "turns": list(tokens),
        "choices": [position.notation(move) for move in position.legal_moves()] if is_open else [],
        "view": position.view(0),
        "setup": attempt.setup if attempt.published else None,
    }
