"""The endpoints of a round's results and of the links of its seats."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, NumberField
from games.models import Source
from games.results.services.decisions import Decision
from players.permissions import require
from players.roles import Permission
from tournaments.core.act_views import ActView
from tournaments.core.api import EventAPIView
from tournaments.core.desk_menu import AtDesk, Group
from tournaments.core.schemas import Versioned
from tournaments.core.verification import provisional_results
from tournaments.models import PairedGame, Round
from tournaments.results import acts
from tournaments.results.queries.calls import open_calls
from tournaments.results.queries.seat_links import slips_of
from tournaments.results.schemas import DecideRoundInput, RevokeSeatLinkInput
from tournaments.results.services import calls, seat_links, verification
from tournaments.results.services.results import decide_round

# --- the endpoint of a round's results, all in one request ------------------------------------------------


class DecisionDone(serializers.Serializer[Any]):
    """A game with the result in force, and its version, which the next decision sends."""

    game = IdField(source="game.pk")
    result = serializers.CharField(source="game.result")
    version = serializers.IntegerField(source="game.version")


class DecisionsDone(serializers.Serializer[Any]):
    """What was decided, in the order in which it was sent."""

    results = DecisionDone(many=True)


class RoundResults(EventAPIView):
    """The results of a round."""

    path = "rounds/<int:number>/results"

    @extend_schema(request=DecideRoundInput, responses={201: DecisionsDone})
    def post(self, request: Request, event_id: int, number: int) -> Response:
        """Decide up to 500 results of a round: all or none. For arbiters.

        If any is refused, nothing is saved and `rows` has the reason for each (422, code "rows-refused").
        """
        values = self.validated_body(DecideRoundInput)
        decisions = [Decision(**each) for each in values["results"]]
        event = self.event(event_id)
        done = decide_round(event, self.actor, number, decisions, source=Source.API, confirm=values["confirm"])
        return Response(DecisionsDone({"results": done}).data, status=status.HTTP_201_CREATED)


# --- seat links by the API: what players report with, by a link on their slip -----------------------------


class SeatLinkSerializer(serializers.Serializer[Any]):
    """The link of a seat: the one who has it reports that game from that seat, without an account."""

    game = serializers.IntegerField()
    board = serializers.IntegerField()
    leg = serializers.IntegerField()
    seat = serializers.CharField(help_text='"white" or "black"')
    player = serializers.CharField()
    url = serializers.CharField()


def _links(request: Request, round_: Round) -> list[dict[str, Any]]:
    """The links of all seats of a round, as `SeatLinkSerializer` writes them."""
    return [
        {
            "game": slip.game,
            "board": slip.board,
            "leg": slip.leg,
            "seat": slip.seat,
            "player": slip.name,
            "url": request.build_absolute_uri(reverse("seat-link", args=[slip.token])),
        }
        for both in slips_of(round_)
        for slip in both
    ]


class SeatLinks(EventAPIView):
    """The links on the result slips of a round."""

    path = "rounds/<int:number>/seat-links"

    @extend_schema(responses=SeatLinkSerializer(many=True))
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """The link of each seat of the games that are played over the board, by boards."""
        event = self.event(event_id)
        require(self.actor, Permission.DECIDE_RESULT, event.scope)
        round_ = get_object_or_404(Round, event=event, number=number)
        return self.paginate(_links(request, round_), SeatLinkSerializer)


class RevokeSeatLink(EventAPIView):
    """A link that was lost, or that another person has."""

    path = "seat-links"

    @extend_schema(request=RevokeSeatLinkInput, responses={201: SeatLinkSerializer})
    def post(self, request: Request, event_id: int) -> Response:
        """Replace the link of a seat. Results reported by the old link stay."""
        values, event = self.validated_body(RevokeSeatLinkInput), self.event(event_id)
        try:
            seat_links.revoke_link(event.pk, self.actor, values["game"], values["seat"])
        except PairedGame.DoesNotExist:
            raise Http404 from None
        round_ = Round.objects.get(pairings__paired_games__game=values["game"])
        wanted = (values["game"], values["seat"])
        made = next(link for link in _links(request, round_) if (link["game"], link["seat"]) == wanted)
        return Response(SeatLinkSerializer(made).data, status=status.HTTP_201_CREATED)


# --- the endpoints of calls for an arbiter ----------------------------------------------------------------


class Call(serializers.Serializer[Any]):
    """A call for an arbiter that no one has answered. `name` sits at `seat` and calls."""

    id = IdField()
    game = IdField()
    round = serializers.IntegerField()
    board = serializers.IntegerField()
    seat = serializers.CharField()
    name = serializers.CharField()
    opponent = serializers.CharField()
    called_at = serializers.DateTimeField()


class CallMade(serializers.Serializer[Any]):
    """The call that was made."""

    id = IdField()
    game = IdField(source="place.game_id")
    seat = serializers.CharField()
    called_at = serializers.DateTimeField()


class Calls(EventAPIView):
    """Calls for an arbiter."""

    path = "calls"

    @extend_schema(responses=Call(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Calls that wait for an answer, the oldest first. For arbiters."""
        event = self.event(event_id)
        require(self.actor, Permission.DECIDE_RESULT, event.scope)
        return self.paginate(open_calls(event), Call)


class CallToGame(EventAPIView):
    """A call for an arbiter to a game."""

    path = "games/<int:game_id>/call"

    @extend_schema(request=None, responses={201: CallMade})
    def post(self, request: Request, event_id: int, game_id: int) -> Response:
        """Call an arbiter to a game of your own. Arbiters see it at the desk and are notified."""
        event = self.event(event_id)
        get_object_or_404(PairedGame, game=game_id, pairing__round__event=event)
        call = calls.call_arbiter(game_id, self.actor)
        return Response(CallMade(call).data, status=status.HTTP_201_CREATED)


# --- results that a second person verifies ----------------------------------------------------------------


@extend_schema_serializer(component_name="TwoPersonsNew")
class RequireTwoPersonsInput(Versioned):
    """Whether results of the desk need a second person."""

    needed = serializers.BooleanField(label=_("Results need a second person"))


class TwoPersons(serializers.Serializer[Any]):
    """Whether results of the desk need a second person."""

    needed = serializers.BooleanField(source="two_persons")


@extend_schema_serializer(component_name="VerifyNew")
class VerifyResultInput(serializers.Serializer[Any]):
    """The number of the decision that is found right."""

    claim = NumberField(min_value=1)


class ProvisionalResult(serializers.Serializer[Any]):
    """A result that one person entered, `by` the sign-in name. `earlier` is what another person had entered."""

    game = IdField()
    round = serializers.IntegerField()
    board = serializers.IntegerField()
    white = serializers.CharField()
    black = serializers.CharField()
    claim = serializers.IntegerField()
    result = serializers.CharField()
    by = serializers.CharField()
    earlier = serializers.CharField()
    earlier_by = serializers.CharField()


class RequireTwoPersons(ActView):
    """Let results of the desk be verified by a second person, or no more."""

    act, service, schema = acts.RequireTwoPersons, verification.require_two_persons, RequireTwoPersonsInput
    path, method, name, shape = "two-persons", "put", "event-two-persons", TwoPersons
    asks = {"needed": {}, "version": {}}
    title, submit, done = _("Two persons for each result"), _("Save"), _("Saved.")
    text = _(
        "A result that one person enters is provisional until another one verifies it or enters the same. The desk "
        "shows what waits, and two different values first; starting the next round asks about it."
    )
    at_desk = AtDesk(Group.EVENT, title, lambda desk: desk.head.has_opponents and not desk.is_in("closed"))

    def initial(self) -> dict[str, Any]:
        return super().initial() | {"needed": self.event.two_persons}


class Verification(EventAPIView):
    """Whether results need a second person."""

    path = "two-persons"

    @extend_schema(responses=TwoPersons)
    def get(self, request: Request, event_id: int) -> Response:
        """Whether results of the desk need a second person."""
        return Response(TwoPersons(self.event(event_id)).data)


class ProvisionalResults(EventAPIView):
    """Results that wait for a second person."""

    path = "provisional-results"

    @extend_schema(responses=ProvisionalResult(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Results that one person entered, those with two values first. For accounts that may enter results."""
        event = self.event(event_id)
        require(self.actor, Permission.ENTER_RESULT, event.scope)
        return self.paginate(provisional_results(event), ProvisionalResult)


class VerifyResult(ActView):
    """Verify a result that another person entered."""

    act, service, schema = acts.VerifyResult, verification.verify_result, VerifyResultInput
    path, name, asks = "games/<int:game_id>/verify", "event-result-verify", {"claim": {}}
    done = _("Result verified.")

    def check(self) -> None:
        get_object_or_404(PairedGame, game=self.ids["game_id"], pairing__round__event=self.event)


class AnswerCall(ActView):
    """Answer a call: you go to the board, so that no other arbiter has to."""

    act, service, schema = acts.AnswerCall, calls.answer_call, None
    path, name = "calls/<int:call_id>/answer", "event-call-answer"
    done = _("Call answered.")
