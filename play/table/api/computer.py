"""The endpoints of games against the computer, and with house players of clubs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from play.partner.schemas import HouseGameInput, ProgramGameInput
from play.partner.services import ProgramGame, begin_program_game
from play.partner.services.house_players import begin_house_player_game
from play.table.api.games import OnlineGameShape
from players.core.api import BaseAPIView
from players.models import KeyScope


class ComputerGames(BaseAPIView):
    """Games against the computer."""

    key_scope = KeyScope.CHALLENGE

    @extend_schema(request=ProgramGameInput, responses={201: OnlineGameShape})
    def post(self, request: Request) -> Response:
        """Start a game against the computer: unrated, and at once. It makes its turns as an opponent does.

        Guests start theirs on the page. At most four such games of yours run at a time.
        """
        game = begin_program_game(self.actor, ProgramGame(**self.validated_body(ProgramGameInput)))
        return Response(OnlineGameShape(game).data, status=status.HTTP_201_CREATED)


class HouseGames(BaseAPIView):
    """Games with a house player."""

    key_scope = KeyScope.CHALLENGE

    @extend_schema(request=HouseGameInput, responses={201: OnlineGameShape})
    def post(self, request: Request, person_id: int) -> Response:
        """Start a game with a house player of your club, at once and with its clock.

        A rated game counts in lists that admit programs. 409 if the house player has too many games running.
        """
        game = begin_house_player_game(self.actor, person_id, **self.validated_body(HouseGameInput))
        return Response(OnlineGameShape(game).data, status=status.HTTP_201_CREATED)
