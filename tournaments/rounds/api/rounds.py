"""The endpoints of rounds: which there are and who meets whom; and what is done with one, with its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, NumberField, PointsField, WordsField
from common.api_filters import DaysFilter, ordering_field
from common.computed_once import Admit, free_for_all
from common.journal import queries as journal
from common.journal.services import Stale
from common.web import done_response
from gipf_engine.claims import ClaimState
from gipf_engine.results import RESULTS
from players.core import limits
from players.names import LONGEST
from players.permissions import require
from players.roles import Permission
from tournaments.core import loader, preconditions
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.acts import EventAct
from tournaments.core.api import EntryName, EventAPIView
from tournaments.core.desk_menu import AtDesk, DeskState, Group, last_round
from tournaments.core.forms import REASON, DateInput, TypedForm
from tournaments.core.loader import EventData
from tournaments.core.queries.cached import rows_of
from tournaments.core.queries.events import predictions_state
from tournaments.models import Event, Round, RoundDraft
from tournaments.rate_limit import admission
from tournaments.rounds import acts, schemas
from tournaments.rounds.queries.games import find_games
from tournaments.rounds.queries.pairing_explanations import TOO_MANY, WHOLE_ROUND, came_from_a_file, why_not
from tournaments.rounds.queries.predictions import with_predictions
from tournaments.rounds.queries.rounds import Board, RoundPage, round_page
from tournaments.rounds.refused import too_late, unreadable
from tournaments.rounds.services import boards as boards_services
from tournaments.rounds.services import deferred_pairing, round_changes, rounds
from tournaments.rounds.services.deferred_pairing import cancel_round_request, request_round


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
    points = PointsField()


class BoardGame(serializers.Serializer[Any]):
    """A game at a board. In leg 2 the colours are swapped. `claims` says how far the reports of its result are."""

    id = IdField(source="row.id")
    leg = serializers.IntegerField(source="row.leg")
    result = serializers.CharField(source="row.code")
    version = serializers.IntegerField(source="row.version")
    played_on = serializers.DateField(source="row.played_on", allow_null=True)
    online = serializers.BooleanField(source="row.online", help_text="Whether it is played on this server.")
    claims = serializers.ChoiceField([state.value for state in ClaimState], source="claims.state")
    contradicted = serializers.BooleanField(source="claims.contradicted")


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
    for nobody; null where it stands as it was given, and empty where the format found no pairing. `missing` says why no
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


class RoundWanted(serializers.Serializer[Any]):
    """A round whose pairing takes long: a worker makes it, and it is there when it is in the list of rounds."""

    wanted = serializers.IntegerField()


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


# --- what is done with a round -------------------------------------------------------------------------


def can_be_taken_back(desk: DeskState) -> bool:
    """Whether nobody has scored in the last round, so that it can be removed, or be a draft again."""
    if desk.last is None or desk.last.locked or desk.has_draft or not desk.is_running:
        return False
    return not preconditions.of_taking_back(desk.rows, desk.last)


def _can_be_locked(desk: DeskState) -> bool:
    return desk.round is not None and not desk.round.locked and not desk.round.open_pairings


class RoundActView(ActView):
    """An act on a round, which the endpoint answers with."""

    shape: ClassVar[ShapeClass] = RoundOne

    @cached_property
    def round(self) -> loader.RoundRow:
        """The round as it is before the act; 404 where it is not paired."""
        found = self.rows.round(self.ids["number"])
        if found is None:
            raise Http404
        return found

    def found(self, view: EventAPIView, made: Any) -> RoundPage:
        return round_or_404(self.event, view.rows(self.event), self.ids["number"])

    def initial(self) -> dict[str, Any]:
        return {"version": self.round.version}

    @classmethod
    def desk_values(cls, desk: DeskState) -> Mapping[str, int]:
        return {"version": desk.round.version if desk.round is not None else 0}

    def words(self, form: Form, made: Any) -> Mapping[str, Any]:
        return {"round": self.ids["number"]}


class SetDeadline(RoundActView):
    """Set the deadline of a round."""

    path, method, page_path, name = "rounds/<int:number>", "patch", "pairings/<int:number>/deadline", "event-deadline"
    act, service, schema = acts.SetDeadline, rounds.set_deadline, schemas.SetDeadlineInput
    asks = {"deadline": {"widget": DateInput, "help_text": _("Empty for no deadline.")}, "version": {}}
    title, submit = _("Deadline for round %(number)s"), _("Save")
    text = _(
        "The deadline is public. Games still without a result are then listed at the desk for the arbiter to decide."
    )
    refusals_at, done = "deadline", _("Deadline saved.")
    at_desk = AtDesk(Group.ROUND, _("Deadline of round %(number)s"), lambda desk: desk.is_running and bool(desk.round))

    def initial(self) -> dict[str, Any]:
        return super().initial() | {"deadline": self.round.deadline}


class TakeBackForm(TypedForm):
    """A round that is taken back, after its name was typed."""

    schema = schemas.TakeBackRoundInput


class TakeBackRound(RoundActView):
    """Undo the last round, as long as it has no results."""

    path, method = "rounds/<int:number>", "delete"
    page_path, name = "pairings/<int:number>/delete", "event-round-delete"
    act, service, schema, shape = acts.DeleteRound, rounds.delete_round, schemas.TakeBackRoundInput, None
    form_class, title, danger, refusals_apart = TakeBackForm, _("Undo the round"), True, True
    done = _("Round %(round)d undone.")
    at_desk = AtDesk(Group.BACK, _("Undo round %(number)s"), can_be_taken_back, of=last_round)

    def form(self) -> Form:
        word = gettext("Round %(round)d") % {"round": self.round.number}
        return self.make_form(word=word, initial=self.initial())

    def context(self, form: Form) -> dict[str, Any]:
        question = gettext("Removes the pairings of round %(round)d, which has no results yet.")
        question %= {"round": self.round.number}
        if any(game.online for pairing in self.round.pairings for game in pairing.games):
            question += " " + gettext("Games in progress on this server stop and are not counted.")
        blockers = preconditions.of_taking_back(self.rows, self.round)
        return super().context(form) | {"text": question, "blockers": blockers}


class PairRound(ActView):
    """Pair the next round. Of several requests at once one succeeds, the others get 409.

    In large events the request is queued (202) and a worker pairs the round.
    """

    path, page_path, name = "rounds", "rounds/start", "event-start-round"
    act: ClassVar[type[EventAct]] = acts.StartRound
    shape: ClassVar[ShapeClass] = RoundOne
    service, schema = request_round, schemas.PairRoundInput
    code, more_codes = status.HTTP_201_CREATED, {status.HTTP_202_ACCEPTED: RoundWanted}
    asks = {"number": {}, "despite_open": {}, "deadline": {"widget": DateInput}}
    done = _("Round %(round)d has started.")

    def perform(self, values: Mapping[str, Any]) -> Any:
        self.number = values["number"]
        return super().perform(values)

    def respond(self, view: EventAPIView, made: Round | RoundDraft | None) -> Response:
        if made is None:
            return Response(RoundWanted({"wanted": self.number}).data, status=status.HTTP_202_ACCEPTED)
        return super().respond(view, made)

    def found(self, view: EventAPIView, made: Any) -> Any:
        return round_or_404(self.event, view.rows(self.event), made.number)

    def page(self) -> HttpResponse:
        """What came second gets a page that says so."""
        try:
            return super().page()
        except Stale:
            return too_late(self.request, self.event, self.number)

    def show(self, form: Form) -> HttpResponse:
        return unreadable(self.request, self.event, form)

    def done_response(self, form: Form, made: Round | RoundDraft | None) -> HttpResponse:
        if made is not None:
            return super().done_response(form, made)
        text = gettext("Round %(round)d is being paired. It will appear here.") % {"round": self.number}
        return done_response(self.request, text, "event-desk", self.event.pk)

    def words(self, form: Form, made: Any) -> Mapping[str, Any]:
        return {"round": self.number}


class CancelRoundRequest(ActView):
    """Cancel a request for a round."""

    page_path, name = "rounds/forget", "event-forget-round"
    act, service, done = acts.ForgetRoundRequest, cancel_round_request, _("Request cancelled.")


class LockRound(RoundActView):
    """Lock a round: its results cannot change until it is unlocked."""

    path, page_path, name = "rounds/<int:number>/lock", "pairings/<int:number>/lock", "event-round-lock"
    act, service, schema = acts.LockRound, round_changes.lock_round, schemas.LockRoundInput
    done = _("Round %(round)d locked.")
    at_desk = AtDesk(Group.ROUND, _("Lock round %(number)s"), _can_be_locked)


class UnlockRound(RoundActView):
    """Unlock a round so that its results can change, with a reason."""

    path, page_path, name = "rounds/<int:number>/unlock", "pairings/<int:number>/unlock", "event-round-unlock"
    act, service, schema = acts.UnlockRound, round_changes.unlock_round, schemas.UnlockRoundInput
    asks, title, submit = REASON, _("Unlock round %(number)s"), _("Unlock")
    text = _(
        "Results of this round can be changed again, by arbiters and by players' reports, until it is locked again."
    )
    done = _("Round %(round)d unlocked.")
    at_desk = AtDesk(Group.ROUND, title, lambda desk: desk.round is not None and desk.round.locked)


class PlayOverTheBoard(RoundActView):
    """Stop a board's game on this server without counting it; a new game is played over the board."""

    path, page_path, name = "rounds/<int:number>/over-the-board", "pairings/<int:number>/edit", "event-round-edit"
    act, service, schema = acts.MoveBoard, boards_services.play_over_the_board, schemas.PlayOverTheBoardInput
    asks, template, tab, refusals_apart = REASON, "tournaments/rounds/round_edit.html", "event-pairings", True
    done, then, then_by_ids = _("This board is now played over the board."), "event-round", True

    @cached_property
    def boards(self) -> Sequence[Board]:
        page = round_page(self.rows, self.round.number, with_reasons=False)
        return page.boards if page is not None else ()

    def form(self) -> Form:
        """The board is the one whose button was pressed; 404 for none of this round."""
        pressed = self.request.POST.get(OVER_THE_BOARD, "")
        chosen = next((board.number for board in self.boards if str(board.id) == pressed), None)
        if chosen is None and self.request.method == "POST":
            raise Http404
        return self.make_form(given={"board": chosen} if chosen else {}, initial=self.initial())

    def context(self, form: Form) -> dict[str, Any]:
        return {"here": [each for each in self.boards if each.is_open and each.is_played_here], "round": self.round}

    def perform(self, values: Mapping[str, Any]) -> Any:
        chosen = next((each for each in self.boards if each.number == values["board"]), None)
        if chosen is None:
            raise Http404
        return self.call(chosen.id, reason=values["reason"], expect=values.get("version"))


OVER_THE_BOARD = "over-the-board"
"""The name of the buttons by which a board is played over the board from now on."""


# --- endpoints -----------------------------------------------------------------------------------------


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

        def render(rows: EventData, _version: int) -> Any:
            page = round_or_404(event, rows, number, admission(self.request._request))
            waits.append(page.wait)
            return RoundOne(page).data

        response = self.conditional_get(event, render, predictions_state(event))
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
        answer = why_not(rows, number, one, two, admission(self.request._request))
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


def round_or_404(event: Event, rows: EventData, number: int, admit: Admit = free_for_all) -> RoundPage:
    """A round as it is, with what ratings expect of its games."""
    page = round_page(rows, number, admit=admit)
    if page is None:
        raise Http404
    return replace(page, boards=tuple(with_predictions(event, page.boards)))
