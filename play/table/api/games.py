"""The endpoints of games of two: challenges, and the games that are played on this server."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, NumberField, PointsField
from games.models import COLOURS
from gipf_engine.results import RESULTS
from play.challenges.queries import ChallengeRow, challenge_row, lobby_page, own_games
from play.challenges.schemas import ChallengeShape, OpenChallengeInput, PlayerShape
from play.challenges.services.challenges import (
    NewChallenge,
    close_challenge,
    find_challenge,
    open_challenge,
)
from play.challenges.services.next_games import leave_series
from play.clocks.services.flags import notice_flag
from play.core.arrivals import waited_ms
from play.core.player import person_of_player
from play.core.playing import GameInPlay, load_game, now_ms
from play.games.services.games import LONGEST_TURN, abort, play_turn, resign
from play.models import Challenge, OfferKind, OnlineGame
from play.table.api.players import GuestName, PlayerView
from play.table.queries.series import series_score
from play.table.services.leavers import claim_draw, claim_win
from play.table.services.offers import accept_offer, decline_offer, make_offer
from players.identity import person_of
from players.models import Account, KeyScope, Person


class ClockShape(serializers.Serializer[Any]):
    """What each player has in milliseconds, and whose clock runs; null while none does: on a day off, for instance."""

    white_ms = serializers.IntegerField()
    black_ms = serializers.IntegerField()
    running = serializers.CharField(allow_null=True, help_text="white or black; null while no clock runs.")


class SeriesShape(serializers.Serializer[Any]):
    """Which game of a series one is, and the points of its White and Black in all of them so far."""

    number = serializers.IntegerField()
    length = serializers.IntegerField()
    white = PointsField()
    black = PointsField()
    has_ended = serializers.BooleanField(help_text="No further game begins.")


class OnlineGameShape(serializers.Serializer[Any]):
    """A game that is played here. `version` is sent with the next turn; `deadline` is when it ends if no one moves.

    `offer` is what waits for an answer, and `offer_by` who has offered it (white or black); "" where nothing does. No
    clock of an `adjourned` game runs. `rematch` is the game that followed, `series` what it is a game of, if anything.
    """

    id = IdField(source="game.pk")
    version = serializers.IntegerField()
    white = PlayerShape(source="game.white")
    black = PlayerShape(source="game.black")
    rules = serializers.CharField(source="game.rules")
    setup = serializers.CharField(source="game.setup")
    seed = serializers.CharField(source="online.seed", help_text="What the set-up follows from; its hash was shown.")
    handicap = serializers.CharField(source="game.handicap")
    control = serializers.CharField(source="online.control")
    rated = serializers.BooleanField(source="game.rated")
    turns = serializers.ListField(child=serializers.CharField(), source="running.tokens")
    position = serializers.CharField(source="running.reached.position.text")
    to_move = serializers.SerializerMethodField()
    clock = serializers.SerializerMethodField()
    deadline = serializers.DateTimeField(source="online.deadline", allow_null=True)
    no_show_at = serializers.DateTimeField(
        source="online.no_show_at",
        allow_null=True,
        help_text="In an event: who has not made his first turn by then loses by forfeit. Null elsewhere.",
    )
    offer = serializers.CharField(help_text=f"Empty, or {', '.join(OfferKind.values)}.")
    offer_by = serializers.CharField(help_text="Empty, white or black.")
    adjourned = serializers.BooleanField(source="is_adjourned")
    rematch = IdField(source="online.rematch_id", allow_null=True)
    series = serializers.SerializerMethodField()
    result = serializers.ChoiceField(list(RESULTS), source="game.result")
    ending = serializers.CharField(
        source="online.ending", help_text=f"Empty while it runs; else {', '.join(OnlineGame.Ending.values)}."
    )

    def get_to_move(self, game: GameInPlay) -> str | None:
        return None if game.to_move is None else COLOURS[game.to_move]

    @extend_schema_field(SeriesShape(allow_null=True))
    def get_series(self, game: GameInPlay) -> dict[str, Any] | None:
        score = series_score(game.online)
        return SeriesShape(score).data if score is not None else None

    @extend_schema_field(ClockShape)
    def get_clock(self, game: GameInPlay) -> dict[str, Any]:
        return describe_clock(game)


def describe_clock(game: GameInPlay) -> dict[str, Any]:
    """The clock as `ClockShape` has it."""
    white, black = game.remaining(now_ms())
    stands = game.clock.pauses or game.stands_until is not None
    running = None if game.is_over or stands else COLOURS[game.clock.to_move]
    return {"white_ms": white, "black_ms": black, "running": running}


class OwnTurn(serializers.Serializer[Any]):
    """One turn in any notation of the game, in the position that stood there at `version`."""

    turn = serializers.CharField(max_length=LONGEST_TURN)
    version = NumberField()


class OfferAnswer(serializers.Serializer[Any]):
    """What is said of an offer. Who agrees says at which `version` he has seen it."""

    offer = serializers.ChoiceField(OfferKind.choices)
    say = serializers.ChoiceField(["offer", "agree", "decline"])
    version = NumberField(required=False)


class GameClaim(serializers.Serializer[Any]):
    """What is claimed of a game that the opponent has left."""

    claim = serializers.ChoiceField(["win", "draw"])


class TakenGameShape(OnlineGameShape):
    """A game that begins, and for a guest the token that sits at its seat: no later answer tells it."""

    guest_token = serializers.SerializerMethodField()

    def get_guest_token(self, _game: GameInPlay) -> str:
        return str(self.context["guest_token"])


class Challenges(PlayerView):
    """Challenges."""

    key_scope = KeyScope.CHALLENGE

    @extend_schema(responses=ChallengeShape(many=True))
    def get(self, request: Request) -> Response:
        """Open challenges: public ones, and with a key your own and those to you."""
        page = lobby_page(_reader(request))
        return self.paginate([*page.own, *page.received, *page.others], ChallengeShape)

    @extend_schema(request=OpenChallengeInput, responses={201: ChallengeShape})
    def post(self, request: Request) -> Response:
        """Offer to play."""
        values = self.validated_body(OpenChallengeInput)
        row = challenge_row(open_challenge(self.actor, NewChallenge(**values)))
        shown = ChallengeRow(row.challenge, row.rating, own=True)
        return Response(ChallengeShape(shown).data, status=status.HTTP_201_CREATED)


class OneChallenge(PlayerView):
    """A challenge."""

    key_scope = KeyScope.CHALLENGE

    @extend_schema(responses={204: None})
    def delete(self, request: Request, challenge_id: int) -> Response:
        """Withdraw your own challenge, or decline one that was made to you."""
        close_challenge(self.player, find_challenge(self.player, challenge_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TakeChallenge(PlayerView):
    """Taking a challenge."""

    key_scope = KeyScope.CHALLENGE

    @extend_schema(request=GuestName, responses={201: TakenGameShape})
    def post(self, request: Request, challenge_id: int) -> Response:
        """Accept a challenge: the game starts at once. Without a key you play as a guest, if guests are allowed."""
        return _taken(self.take(find_challenge(self.player_or_none, challenge_id)))


class TakeLink(PlayerView):
    """Taking a challenge by its link."""

    key_scope = KeyScope.CHALLENGE

    @extend_schema(request=GuestName, responses={201: TakenGameShape})
    def post(self, request: Request, token: str) -> Response:
        """Accept the challenge of a link. Without a key you play as a guest, if guests are allowed."""
        return _taken(self.take(Challenge.objects.select_related("challenger", "opponent").get(token=token)))


class OwnGames(PlayerView):
    """Your games."""

    @extend_schema(responses=OnlineGameShape(many=True))
    def get(self, request: Request) -> Response:
        """Your running games, first those where it is your turn."""
        person = person_of_player(self.player)
        return self.paginate([own.game for own in own_games(person)] if person else [], OnlineGameShape)


class OneOnlineGame(PlayerView):
    """A game that is played here."""

    @extend_schema(responses=OnlineGameShape)
    def get(self, request: Request, game_id: int) -> Response:
        """The current game. A request with a key marks the player as present for two minutes."""
        game = notice_flag(load_game(game_id))
        self.note_presence(game)
        return Response(OnlineGameShape(game).data)


class OnlineTurns(PlayerView):
    """The turns of a game."""

    makes_turns = True

    @extend_schema(request=OwnTurn, responses=OnlineGameShape)
    def post(self, request: Request, game_id: int) -> Response:
        """Make a turn. Sending it again changes nothing; 409 if the position has changed."""
        values = self.validated_body(OwnTurn)
        waited = waited_ms(request.META)
        game = play_turn(game_id, self.player, values["turn"], expect=values["version"], waited=waited)
        self.note_presence(game)
        return Response(OnlineGameShape(game).data)


class ResignGame(PlayerView):
    """Resigning."""

    @extend_schema(request=None, responses=OnlineGameShape)
    def post(self, request: Request, game_id: int) -> Response:
        """Give the game up."""
        return Response(OnlineGameShape(resign(game_id, self.player)).data)


class AbortGame(PlayerView):
    """Aborting."""

    @extend_schema(request=None, responses=OnlineGameShape)
    def post(self, request: Request, game_id: int) -> Response:
        """Abort a game before both players have made a turn: it is not counted."""
        return Response(OnlineGameShape(abort(game_id, self.player)).data)


class LeaveSeries(PlayerView):
    """Leaving a series."""

    @extend_schema(request=None, responses=OnlineGameShape)
    def post(self, request: Request, game_id: int) -> Response:
        """Leave the series. A running game continues."""
        return Response(OnlineGameShape(leave_series(game_id, self.player)).data)


class Offers(PlayerView):
    """Offers."""

    @extend_schema(request=OfferAnswer, responses=OnlineGameShape)
    def post(self, request: Request, game_id: int) -> Response:
        """Offer a draw, takeback, adjournment, resumption or rematch; accept or decline an offer.

        409 if the position has changed since the offer.
        """
        values = self.validated_body(OfferAnswer)
        kind = OfferKind(values["offer"])
        if values["say"] == "agree":
            game = accept_offer(game_id, self.player, kind, expect=values.get("version"))
        else:
            game = {"offer": make_offer, "decline": decline_offer}[values["say"]](game_id, self.player, kind)
        return Response(OnlineGameShape(game).data)


class ClaimGame(PlayerView):
    """Claiming a game."""

    @extend_schema(request=GameClaim, responses={200: OnlineGameShape, 409: {"$ref": "#/components/schemas/Refusal"}})
    def post(self, request: Request, game_id: int) -> Response:
        """Claim a real-time game if the player to move left it at least two minutes ago; otherwise 409."""
        claim = {"win": claim_win, "draw": claim_draw}[self.validated_body(GameClaim)["claim"]]
        return Response(OnlineGameShape(claim(game_id, self.player)).data)


def _taken(taken: tuple[GameInPlay, str]) -> Response:
    game, token = taken
    return Response(TakenGameShape(game, context={"guest_token": token}).data, status=status.HTTP_201_CREATED)


def _reader(request: Request) -> Person | None:
    return person_of(request.user) if isinstance(request.user, Account) else None
