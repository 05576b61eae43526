"""The endpoints of practice and of the deal of the day: what lies open, the turns there are, and what follows."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.journal.queries import version as version_of
from games.attempts.services.attempts import play_turn, resign_attempt
from games.models import Attempt
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.errors import PlayRefused
from play.models import DayDeal
from play.solitaires.queries.days import DayRow, day_page, find_day, past_days, published_draw, read_day
from play.solitaires.queries.table import SEAT
from play.solitaires.schemas import BeginPracticeInput, PlayTileInput, PracticeStepInput
from play.solitaires.services.days import begin_day, today
from play.solitaires.services.practice_attempts import (
    ask_practice_hint,
    begin_practice,
    load_played,
    load_practice,
    undo_turn,
)
from players.core import limits
from players.core.api import BaseAPIView
from players.identity import person_of
from players.models import Account, KeyScope, Person

_NO_PERSON = Message(_("Your account is not linked to a person, so it cannot play."))


class PileShape(serializers.Serializer[Any]):
    """What lies beside the rows under a name, from the left. "?" is a tile that lies face down."""

    name = serializers.CharField()
    stacks = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class OpenTiles(serializers.Serializer[Any]):
    """All that lies open: the tile on each place, what lies beside, and what is counted."""

    spots = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    pools = PileShape(many=True)
    counters = serializers.DictField(child=serializers.IntegerField())


class TableShape(serializers.Serializer[Any]):
    """A deal that one plays: `turns` so far, and `choices` that may be played now. `result` is "" while it goes on."""

    id = IdField()
    rules = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField())
    version = serializers.IntegerField()
    result = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField())
    turns = serializers.ListField(child=serializers.CharField())
    choices = serializers.ListField(child=serializers.CharField())
    view = OpenTiles()


class HintShape(serializers.Serializer[Any]):
    """What the solver, who sees every tile, says of a position. Until `found`, ask again.

    `turn` begins a line that wins in round `par`; "" where none was found.
    """

    found = serializers.SerializerMethodField()
    can_be_won = serializers.BooleanField(allow_null=True)
    turn = serializers.CharField()
    par = serializers.IntegerField(allow_null=True)

    def get_found(self, hint: Any) -> bool:
        return hint.found_at is not None


class DayRowShape(serializers.Serializer[Any]):
    """A line of the table of a day. `turns` is null until the day is over."""

    rank = serializers.IntegerField()
    player = IdField()
    name = serializers.CharField()
    result = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField())
    turns = serializers.ListField(child=serializers.CharField(), allow_null=True)


class DayHead(serializers.Serializer[Any]):
    """A day and the hash of its draw."""

    day = serializers.DateField()
    rules = serializers.CharField()
    commitment = serializers.CharField()


class DayShape(DayHead):
    """The deal of a day. `draw` is what checkdraw checks, null until the day is over; `own` is the caller's table."""

    over = serializers.BooleanField()
    rows = DayRowShape(many=True)
    draw = serializers.DictField(allow_null=True)
    own = TableShape(allow_null=True)


class _PlayView(BaseAPIView):
    key_scope = KeyScope.PLAY

    @property
    def player(self) -> Person:
        """The person of the account. 401 without an account, 409 where the account belongs to no one."""
        person = person_of(self.actor)
        if person is None:
            raise PlayRefused(_NO_PERSON)
        return person

    def own_table(self, attempt_id: int) -> dict[str, Any]:
        """The caller's own practice, else 404; 401 without an account."""
        return _describe_table(load_practice(attempt_id, self.actor).attempt)

    def own_of_today(self) -> int:
        """The caller's attempt at the deal of today, else 404; 401 without an account."""
        own = _own_of_today(person_of(self.actor))
        if own is None:
            raise Http404
        return own.pk

    def play(self, attempt_id: int) -> Response:
        """Play the turn that was sent."""
        sent = self.validated_body(PlayTileInput)
        played = play_turn(attempt_id, self.actor, sent["turn"], expect=sent.get("version"), advance=True)
        return Response(_describe_table(played))

    def resign(self, attempt_id: int) -> Response:
        """End it as it stands."""
        expect = self.validated_body(PracticeStepInput).get("version")
        return Response(_describe_table(resign_attempt(attempt_id, self.actor, expect=expect)))


class Practice(_PlayView):
    """Practice."""

    @extend_schema(request=BeginPracticeInput, responses={201: TableShape})
    def post(self, request: Request) -> Response:
        """Start a new practice deal. An unfinished one of the same game is given up."""
        person, sent = self.player, self.validated_body(BeginPracticeInput)
        wanted = {name: sent[name] for name in ("options", "seed")}
        limits.PRACTICE_DEALS.take_from(request)
        attempt = begin_practice(self.actor, person, sent["rules"], sent.get("number"), **wanted)
        return Response(_describe_table(attempt), status=status.HTTP_201_CREATED)


class OnePractice(_PlayView):
    """A deal that one practises."""

    @extend_schema(responses=TableShape)
    def get(self, request: Request, attempt_id: int) -> Response:
        """The practice table."""
        return Response(self.own_table(attempt_id))


class PracticeTurns(_PlayView):
    """The turns of a deal that one practises."""

    @extend_schema(request=PlayTileInput, responses=TableShape)
    def post(self, request: Request, attempt_id: int) -> Response:
        """Play a turn."""
        load_practice(attempt_id, self.actor)
        return self.play(attempt_id)


class PracticeUndo(_PlayView):
    """Taking back."""

    @extend_schema(request=PracticeStepInput, responses=TableShape)
    def post(self, request: Request, attempt_id: int) -> Response:
        """Take back the last chosen turn and what followed it."""
        load_practice(attempt_id, self.actor)
        undo_turn(attempt_id, self.actor, expect=self.validated_body(PracticeStepInput).get("version"))
        return Response(self.own_table(attempt_id))


class PracticeResign(_PlayView):
    """Giving up."""

    @extend_schema(request=PracticeStepInput, responses=TableShape)
    def post(self, request: Request, attempt_id: int) -> Response:
        """Give up. This can still be taken back."""
        load_practice(attempt_id, self.actor)
        return self.resign(attempt_id)


class PracticeHint(_PlayView):
    """Hints."""

    @extend_schema(request=None, responses=HintShape)
    def post(self, request: Request, attempt_id: int) -> Response:
        """Ask the solver for a hint. A worker computes it; ask again for the answer."""
        load_practice(attempt_id, self.actor)
        return Response(HintShape(ask_practice_hint(attempt_id, self.actor)).data)


class Days(BaseAPIView):
    """Days and the hashes of their draws."""

    @extend_schema(responses=DayHead(many=True))
    def get(self, request: Request) -> Response:
        """All days so far, newest first."""
        return self.paginate(past_days(), DayHead)


class OneDay(BaseAPIView):
    """The deal of a day."""

    @extend_schema(responses=DayShape)
    def get(self, request: Request, day: str) -> Response:
        """Results of a day; with the caller's own table, and all lines and the draw once it is over."""
        return Response(_describe_day(request, read_day(day)))


class Day(_PlayView):
    """Today's deal."""

    @extend_schema(responses=DayShape)
    def get(self, request: Request) -> Response:
        """Today's deal."""
        return Response(_describe_day(request, _today_or_404()))

    @extend_schema(request=None, responses={200: TableShape, 201: TableShape})
    def post(self, request: Request) -> Response:
        """Start the only attempt at it; 200 with the table if it was already started."""
        begun = _own_of_today(self.player)
        if begun is not None:
            return Response(_describe_table(begun))
        return Response(_describe_table(begin_day(self.actor, self.player)), status=status.HTTP_201_CREATED)


class DayTurns(_PlayView):
    """The turns of one's attempt at the deal of today."""

    @extend_schema(request=PlayTileInput, responses=TableShape)
    def post(self, request: Request) -> Response:
        """Play a turn."""
        return self.play(self.own_of_today())


class DayResign(_PlayView):
    """Giving up."""

    @extend_schema(request=PracticeStepInput, responses=TableShape)
    def post(self, request: Request) -> Response:
        """Give up today's deal."""
        return self.resign(self.own_of_today())


def _describe_table(attempt: Attempt) -> dict[str, Any]:
    """The table for one who plays it: its position's view, which holds nothing that lies face down."""
    played = load_played(attempt)
    view = played.position.view(SEAT)
    moves = () if attempt.ended_at is not None else played.position.legal_moves()
    return {
        "id": attempt.pk,
        "rules": attempt.rules,
        "options": attempt.options,
        "version": version_of(attempt.scope),
        "result": attempt.result,
        "counts": played.counts,
        "turns": list(played.tokens),
        "choices": [played.position.notation(move) for move in moves],
        "view": {
            "spots": {spot: list(stack) for spot, stack in view.spots.items()},
            "pools": [{"name": pool.name, "stacks": [list(stack) for stack in pool.stacks]} for pool in view.pools],
            "counters": dict(view.counters),
        },
    }


def _describe_day(request: Request, deal: DayDeal) -> dict[str, Any]:
    """A day for its reader: lines and draw are told when it is over."""
    reader = person_of(request.user) if isinstance(request.user, Account) else None
    page = day_page(deal, reader)
    return {
        **DayHead(deal).data,
        "over": page.over,
        "rows": [_ranking_row(row, over=page.over) for row in page.rows],
        "draw": published_draw(deal),
        "own": None if page.own is None else _describe_table(page.own),
    }


def _ranking_row(row: DayRow, *, over: bool) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": row.person.pk,
        "name": row.person.name,
        "result": row.attempt.result,
        "counts": row.attempt.counts,
        "turns": list(load_played(row.attempt).tokens) if over else None,
    }


def _today_or_404() -> DayDeal:
    found = find_day(today())
    if found is None:
        raise Http404
    return found


def _own_of_today(person: Person | None) -> Attempt | None:
    deal = find_day(today())
    return None if deal is None or person is None else day_page(deal, person).own
