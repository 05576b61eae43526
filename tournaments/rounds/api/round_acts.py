"""What is done with a round: endpoints, pages, and where the desk offers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form, HiddenInput
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers, status
from rest_framework.response import Response

from common.journal.services import Stale
from common.web import done_response
from tournaments.core import preconditions
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.acts import EventAct
from tournaments.core.api import EventAPIView
from tournaments.core.desk_menu import AtDesk, DeskState, Group, last_round
from tournaments.core.forms import REASON, DateInput, TypedForm
from tournaments.models import Round, RoundDraft
from tournaments.rounds import acts, schemas
from tournaments.rounds.api.rounds import RoundOne, round_or_404
from tournaments.rounds.forms import new_layout_form
from tournaments.rounds.queries.drafts import hand_table
from tournaments.rounds.queries.rounds import Board, RoundPage, round_page
from tournaments.rounds.refused import too_late, unreadable
from tournaments.rounds.services import boards as boards_services
from tournaments.rounds.services import round_changes, rounds, tie_break_games
from tournaments.rounds.services.deferred_pairing import cancel_round_request, request_round


class RoundWanted(serializers.Serializer[Any]):
    """A round whose pairing takes long: a worker makes it, and it is there when it is in the list of rounds."""

    wanted = serializers.IntegerField()


def can_be_taken_back(desk: DeskState) -> bool:
    """Whether no one has scored in the last round, so that it can be removed, or be a draft again."""
    if desk.last is None or desk.last.locked or desk.has_draft or not desk.is_running:
        return False
    return not preconditions.of_taking_back(desk.rows, desk.last)


def _can_be_locked(desk: DeskState) -> bool:
    return desk.round is not None and not desk.round.locked and not desk.round.open_pairings


def _can_be_paired_by_hand(desk: DeskState) -> bool:
    """Whether the last round has boards that are still open, or matches that wait, and no draft is in the way."""
    if not desk.is_running or desk.has_draft or desk.last is None:
        return False
    return bool(desk.last.open_pairings or desk.last.waiting_matches)


class RoundActView(ActView):
    """An act on a round, which the endpoint answers with."""

    shape: ClassVar[ShapeClass] = RoundOne

    def found(self, view: EventAPIView, made: Any) -> RoundPage:
        return round_or_404(self.event, view.rows(self.event), self.ids["number"], whole=True)

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
    at_desk = AtDesk(
        Group.ROUND,
        _("Undo round %(number)s"),
        can_be_taken_back,
        of=last_round,
        consequence=_("Removes its pairings; a new draw can differ."),
    )

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
    asks = {"number": {"widget": HiddenInput}, "despite_open": {}, "deadline": {"widget": DateInput}}
    done = _("Round %(round)d has started.")

    def perform(self, values: Mapping[str, Any]) -> Any:
        self.number = values["number"]
        return super().perform(values)

    def respond(self, view: EventAPIView, made: Round | RoundDraft | None) -> Response:
        if made is None:
            return Response(RoundWanted({"wanted": self.number}).data, status=status.HTTP_202_ACCEPTED)
        return super().respond(view, made)

    def found(self, view: EventAPIView, made: Any) -> Any:
        return round_or_404(self.event, view.rows(self.event), made.number, whole=True)

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
    asks, title = REASON, _("Unlock round %(number)s")
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
    at_desk = AtDesk(Group.ROUND, _("Pair round %(number)s by hand"), _can_be_paired_by_hand, of=last_round)

    @cached_property
    def boards(self) -> Sequence[Board]:
        page = round_page(self.rows, self.round.number, with_reasons=False, whole=True)
        return page.boards if page is not None else ()

    def form(self) -> Form:
        """The board is the one whose button was pressed; 404 for none of this round."""
        pressed = self.request.POST.get(OVER_THE_BOARD, "")
        chosen = next((board.number for board in self.boards if str(board.id) == pressed), None)
        if chosen is None and self.request.method == "POST":
            raise Http404
        return self.make_form(given={"board": chosen} if chosen else {}, initial=self.initial())

    def context(self, form: Form) -> dict[str, Any]:
        here = [each for each in self.boards if each.is_open and each.is_played_here]
        hand = hand_table(self.rows)
        if hand is None or not hand.published or hand.number != self.round.number:
            return {"here": here, "round": self.round}
        return {"here": here, "round": self.round, "hand": hand, "layout": new_layout_form(hand), "kinds": hand.kinds}

    def perform(self, values: Mapping[str, Any]) -> Any:
        chosen = next((each for each in self.boards if each.number == values["board"]), None)
        if chosen is None:
            raise Http404
        return self.call(chosen.id, reason=values["reason"], expect=values.get("version"))


class StartTieBreakGames(RoundActView):
    """Start the tie-break games that are due on a board of the last round, after a drawn match of a knock-out.

    They are further games of the board. They decide who advances, and score nothing.
    """

    path, page_path = "rounds/<int:number>/tie-breaks", "pairings/<int:number>/tie-breaks"
    name, act, service = "event-tie-breaks", acts.StartTieBreakGames, tie_break_games.start_tie_break_games
    schema, asks = schemas.StartTieBreakGamesInput, {"board": {}, "version": {}}
    done = _("Tie-break games started.")


OVER_THE_BOARD = "over-the-board"
"""The name of the buttons by which a board is played over the board from now on."""
