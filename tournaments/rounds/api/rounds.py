"""The endpoints of rounds: which there are, who meets whom, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, NumberField, PointsField, WordsField
from common.api_filters import DaysFilter, ordering_field
from common.computed_once import Admit, free_for_all
from common.journal import queries as journal
from gipf_engine.claims import ClaimState
from gipf_engine.results import RESULTS
from players.core import limits
from players.names import LONGEST
from players.permissions import require
from players.roles import Permission
from tournaments.core.api import EntryName, EventAPIView
from tournaments.core.formats import is_for_teams
from tournaments.core.hidden_standings import need_shown
from tournaments.core.loader import EventData
from tournaments.core.queries.cached import rows_of
from tournaments.core.queries.events import predictions_state
from tournaments.models import Event
from tournaments.rate_limit import admission
from tournaments.rounds import schemas
from tournaments.rounds.queries.games import find_games
from tournaments.rounds.queries.pairing_explanations import (
    BY_LINE_UPS,
    TOO_MANY,
    WHOLE_ROUND,
    WhyNotAnswer,
    came_from_a_file,
    why_not,
)
from tournaments.rounds.queries.predictions import with_predictions
from tournaments.rounds.queries.rounds import RoundPage, round_page
from tournaments.rounds.services import deferred_pairing


class RoundRow(serializers.Serializer[Any]):
    """A paired round in the list; `open` counts its boards without a result."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    deadline = serializers.DateField(allow_null=True)
    locked = serializers.BooleanField()
    boards = serializers.SerializerMethodField()
    open = serializers.SerializerMethodField()

    def get_boards(self, round_: Any) -> int:
        return len(round_.pairings)

    def get_open(self, round_: Any) -> int:
        return len(round_.open_pairings)


class SideShape(serializers.Serializer[Any]):
    """A player at a board, with the points from before the round."""

    entry = EntryName()
    points = PointsField(allow_null=True)


TIE_BREAKS = ("", "tie-break", "sudden-death")


class BoardGame(serializers.Serializer[Any]):
    """A game at a board. In each second leg the colours are swapped. `claims` says how far reports of its result are.

    `tie_break` is empty for a game that scores; tie-break games of a knock-out decide who advances.
    """

    id = IdField(source="row.id")
    leg = serializers.IntegerField(source="row.leg")
    rules = serializers.CharField(source="row.rules", help_text="By which rules it is played.")
    chooser = serializers.IntegerField(
        source="row.chooser",
        allow_null=True,
        help_text="In a medley the entry that chooses the game, or chose it; null for all other games.",
    )
    choice_open = serializers.BooleanField(source="row.is_choice_open", help_text="Whether it is still to be chosen.")
    result = serializers.CharField(source="row.code")
    version = serializers.IntegerField(source="row.version")
    played_on = serializers.DateField(source="row.played_on", allow_null=True)
    online = serializers.BooleanField(source="row.online", help_text="Whether it is played on this server.")
    claims = serializers.ChoiceField([state.value for state in ClaimState], source="claims.state")
    contradicted = serializers.BooleanField(source="claims.contradicted")
    tie_break = serializers.ChoiceField(TIE_BREAKS)


class PairingExpected(serializers.Serializer[Any]):
    """The ratings of both players before the event, and the score that they expect of White in one game."""

    pool = IdField(source="pool.pk")
    white_rating = serializers.IntegerField(source="first_rating")
    black_rating = serializers.IntegerField(source="second_rating")
    score = serializers.FloatField(source="expected.score")
    low = serializers.FloatField(source="expected.low", allow_null=True)
    high = serializers.FloatField(source="expected.high", allow_null=True)


class BoardShape(serializers.Serializer[Any]):
    """A pairing. A bye has `white` alone and says in `bye` what it is; `why` explains the pairing.

    `expected` is null unless a list counts the game and both players were rated in it before the event.
    """

    board = serializers.IntegerField(source="number")
    white = SideShape()
    black = SideShape(allow_null=True)
    bye = WordsField(allow_null=True)
    games = BoardGame(many=True)
    why = serializers.ListField(child=WordsField())
    expected = PairingExpected(allow_null=True)


class RoundOne(serializers.Serializer[Any]):
    """A round with its boards. `planned`: a fixed schedule foresees it, and it is not paired yet (version 0).

    `deadline` is the day by which it should be played; `differences` say where it is not as the rules give it.
    `locked`: its results do not change until an arbiter unlocks it. `imported`: it came with a file and was not paired
    here. `engine` is what the format gave where arbiters paired otherwise, in pairing numbers, who begins first and 0
    for no one; null where it stands as it was given, and empty where the format found no pairing. `missing` says why no
    reasons are there, null where they are; with a header Retry-After they are being worked out.
    """

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    planned = serializers.BooleanField()
    deadline = serializers.DateField(allow_null=True)
    locked = serializers.BooleanField()
    differences = serializers.ListField(child=WordsField())
    imported = serializers.BooleanField()
    engine = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()), allow_null=True)
    missing = WordsField(allow_null=True)
    boards = BoardShape(many=True)


class Answered(serializers.Serializer[Any]):
    """Why two did not meet, in words. `explained` is false where `answer` says why that was not found out.

    `imported`: the round came with a file and was not paired here; the answer is what the rules would have given.
    """

    answer = WordsField(source="answer.message")
    explained = serializers.BooleanField()
    imported = serializers.BooleanField()


class EventGame(serializers.Serializer[Any]):
    """A game of the event with its seats."""

    id = IdField(source="game.id")
    round = serializers.IntegerField()
    board = serializers.IntegerField()
    leg = serializers.IntegerField(source="game.leg")
    rules = serializers.CharField(source="game.rules")
    white = EntryName()
    black = EntryName()
    result = serializers.CharField(source="game.code")
    version = serializers.IntegerField(source="game.version")
    played_on = serializers.DateField(source="game.played_on", allow_null=True)
    has_record = serializers.BooleanField()


class EventGameFilter(DaysFilter):
    """Which games of an event: of a round, of a player (a person's id), with a result in force, played on days.

    `q` has words of the name of one of its players.
    """

    round = NumberField(required=False)
    player = IdField(required=False)
    result = serializers.ChoiceField(sorted(RESULTS), required=False)
    q = serializers.CharField(max_length=LONGEST, required=False)
    ordering = ordering_field(("-round", "round"))


class Rounds(EventAPIView):
    """The rounds of an event."""

    path = "rounds"

    @extend_schema(responses=RoundRow(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All paired rounds."""
        event = self.event(event_id)
        return self.paginate(rows_of(event, journal.version(event.scope)).rounds, RoundRow)


class OneRound(EventAPIView):
    """One round."""

    path = "rounds/<int:number>"

    @extend_schema(responses=RoundOne)
    def get(self, request: Request, event_id: int, number: int) -> HttpResponseBase:
        """The pairings of a round, with games and results."""
        waits: list[int] = []
        event = self.event(event_id)
        whole = self.sees_all(event)

        def render(rows: EventData, _version: int) -> Any:
            page = round_or_404(event, rows, number, admission(self.request._request), whole=whole)
            waits.append(page.wait)
            return RoundOne(page).data

        response = self.conditional_get(event, render, predictions_state(event), str(whole))
        if any(waits):
            response["Retry-After"] = str(max(waits))
            del response["ETag"]
        return response


class WhyNot(EventAPIView):
    """Why two players did not meet."""

    path = "rounds/<int:number>/why/<int:one>/<int:two>"

    @extend_schema(responses=Answered)
    def get(self, request: Request, event_id: int, number: int, one: int, two: int) -> Response:
        """The reason two pairing numbers did not meet in a round, from the data it was paired with."""
        event = self.event(event_id)
        rows = rows_of(event, journal.version(event.scope))
        if rows.round(number) is None or not {one, two} <= rows.by_number.keys():
            raise Http404
        need_shown(rows, whole=self.sees_all(event))
        of_teams = is_for_teams(event.format)
        answer = (
            WhyNotAnswer(BY_LINE_UPS) if of_teams else why_not(rows, number, one, two, admission(self.request._request))
        )
        render = {
            "answer": answer,
            "explained": not (answer.can_ask or answer.wait),
            "imported": came_from_a_file(rows.rounds[number - 1]),
        }
        if answer.wait:
            headers = {"Retry-After": str(answer.wait)}
            enough = answer.message is TOO_MANY
            code = status.HTTP_429_TOO_MANY_REQUESTS if enough else status.HTTP_503_SERVICE_UNAVAILABLE
            return Response(Answered(render).data, code, headers=headers)
        return Response(Answered(render).data)


class Explanations(EventAPIView):
    """Explanations that take long."""

    path = "rounds/<int:number>/explanations"

    @extend_schema(request=schemas.ExplainPairingInput, responses={202: None})
    def post(self, request: Request, event_id: int, number: int) -> Response:
        """Request the reasons for a round, or for two players not meeting; a worker calculates them. For arbiters.

        Each account has an hourly limit; beyond it the answer is 429.
        """
        values, event = self.validated_body(schemas.ExplainPairingInput), self.event(event_id)
        require(self.actor, Permission.RUN_ROUNDS, event.scope)
        if not event.rounds.filter(number=number).exists():
            raise Http404
        limits.EXPLANATIONS_ASKED_FOR.take(str(self.actor.pk))
        two = (values["one"], values["two"]) if values else WHOLE_ROUND
        deferred_pairing.ask_for_explanation(event.pk, self.actor, number, two)
        return Response(status=status.HTTP_202_ACCEPTED)


class EventGames(EventAPIView):
    """The games of an event."""

    path = "games"

    @extend_schema(parameters=[EventGameFilter], responses=EventGame(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All games, the newest round first."""
        event, asked = self.event(event_id), self.validated_query(EventGameFilter)
        return self.paginate(find_games(rows_of(event, journal.version(event.scope)), asked), EventGame)


def round_or_404(
    event: Event, rows: EventData, number: int, admit: Admit = free_for_all, *, whole: bool = False
) -> RoundPage:
    """A round as it is, with what ratings expect of its games."""
    page = round_page(rows, number, whole=whole, admit=admit)
    if page is None:
        raise Http404
    return replace(page, boards=tuple(with_predictions(event, page.boards)))
