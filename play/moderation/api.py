"""The endpoints of chat, blocking and reports."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.journal.services import SERVER
from play.challenges.schemas import PlayerShape
from play.chat.queries import MOST_SHOWN, ChatLine, chat_of
from play.chat.services.chat import send_message
from play.chat.services.reports import ReportAnswer, answer_report, report_player
from play.chat.services.spectators import report_spectator, watched_game, write_as_spectator
from play.chat.spectators import SpectatorLine, spectator_chat
from play.core.playing import load_game
from play.core.services.acting import own_seat
from play.core.services.blocks import block_person, blocked_people, unblock_person
from play.models import ChatMessage, Report
from play.moderation.queries import open_reports, report_page
from play.moderation.schemas import AnswerReportInput, ReportPlayerInput, ReportSpectatorInput
from play.table.queries.table_of_two import TableOfTwo
from players.core.api import BaseAPIView
from players.identity import person_of
from players.models import Account, KeyScope
from players.permissions import require
from players.roles import Permission


class MessageShape(serializers.Serializer[Any]):
    """One line of a chat."""

    id = IdField(source="message.pk")
    author = PlayerShape()
    own = serializers.BooleanField()
    text = serializers.CharField(source="message.text")
    sent_at = serializers.DateTimeField(source="message.sent_at")


class MessageNew(serializers.Serializer[Any]):
    """What to write to the opponent, as one line of plain text."""

    text = serializers.CharField(max_length=ChatMessage.LONGEST)


class SpectatorMessageNew(serializers.Serializer[Any]):
    """What to write to the other spectators, as one line of plain text."""

    text = serializers.CharField(max_length=ChatMessage.LONGEST)


class ReportedShape(serializers.Serializer[Any]):
    """A report that was made."""

    id = IdField(source="pk")


class ReportShape(serializers.Serializer[Any]):
    """A report about a player that waits for an answer."""

    id = IdField(source="report.pk")
    person = PlayerShape()
    reporter = PlayerShape()
    game = IdField(source="report.game_id")
    message = IdField(source="report.message_id", allow_null=True)
    spectator_message = IdField(source="report.spectator_message_id", allow_null=True)
    reason = serializers.ChoiceField(Report.Reason.choices, source="report.reason")
    text = serializers.CharField(source="report.text")
    made_at = serializers.DateTimeField(source="report.made_at")


class ReportedLineShape(serializers.Serializer[Any]):
    """One line of the chat that a report concerns."""

    id = IdField(source="pk")
    author = PlayerShape()
    text = serializers.CharField()
    sent_at = serializers.DateTimeField()


class OneReportShape(serializers.Serializer[Any]):
    """A report with the chat of its game, which is told while the report is open."""

    report = ReportShape(source="row")
    open = serializers.BooleanField(source="is_open")
    chat = ReportedLineShape(many=True)


class GameChat(BaseAPIView):
    """The chat of a game."""

    key_scope = KeyScope.CHAT

    @extend_schema(responses=MessageShape(many=True))
    def get(self, request: Request, game_id: int) -> Response:
        """The latest lines of the chat of your game, the oldest first."""
        return self.paginate(self._chat_lines(game_id), MessageShape)

    @extend_schema(request=MessageNew, responses={201: MessageShape})
    def post(self, request: Request, game_id: int) -> Response:
        """Write a line to your opponent."""
        made = send_message(game_id, self.actor, self.validated_body(MessageNew)["text"])
        return Response(MessageShape(ChatLine(made, own=True)).data, status=status.HTTP_201_CREATED)

    def _chat_lines(self, game_id: int) -> list[ChatLine]:
        game = load_game(game_id)
        opponent = TableOfTwo(game, own_seat(game, self.actor)).opponent.person
        return list(chat_of(game, self.actor, opponent).lines)[-MOST_SHOWN:]


class SpectatorsChat(BaseAPIView):
    """What spectators write beside a game."""

    @extend_schema(responses=MessageShape(many=True))
    def get(self, request: Request, game_id: int) -> Response:
        """The latest lines of spectators, the oldest first. Closed to the players until the game is over (409)."""
        account = request.user if isinstance(request.user, Account) else None
        return self.paginate(list(spectator_chat(watched_game(game_id), account).lines), MessageShape)

    @extend_schema(request=SpectatorMessageNew, responses={201: MessageShape})
    def post(self, request: Request, game_id: int) -> Response:
        """Write a line to the other spectators of a game."""
        made = write_as_spectator(game_id, self.actor, self.validated_body(SpectatorMessageNew)["text"])
        return Response(MessageShape(SpectatorLine(made, own=True)).data, status=status.HTTP_201_CREATED)


class ReportSpectator(BaseAPIView):
    """Reporting a line of a spectator."""

    @extend_schema(request=ReportSpectatorInput, responses={201: ReportedShape})
    def post(self, request: Request, game_id: int) -> Response:
        """Report what a spectator wrote beside a game to the moderators."""
        made = report_spectator(game_id, self.actor, **self.validated_body(ReportSpectatorInput))
        return Response(ReportedShape(made).data, status=status.HTTP_201_CREATED)


class ReportOpponent(BaseAPIView):
    """Reporting a person."""

    key_scope = KeyScope.CHAT

    @extend_schema(request=ReportPlayerInput, responses={201: ReportedShape})
    def post(self, request: Request, game_id: int) -> Response:
        """Report your opponent in a game to the moderators."""
        made = report_player(game_id, self.actor, **self.validated_body(ReportPlayerInput))
        return Response(ReportedShape(made).data, status=status.HTTP_201_CREATED)


class Blocks(BaseAPIView):
    """People whom you have blocked."""

    key_scope = KeyScope.CHAT

    @extend_schema(responses=PlayerShape(many=True))
    def get(self, request: Request) -> Response:
        """People you have blocked."""
        person = person_of(self.actor)
        return self.paginate(blocked_people(person) if person is not None else [], PlayerShape)


class OneBlock(BaseAPIView):
    """A person whom you block."""

    key_scope = KeyScope.CHAT

    @extend_schema(request=None, responses={204: None})
    def put(self, request: Request, person_id: int) -> Response:
        """Block a person: no challenges or chat, and neither sees the other's offers."""
        block_person(self.actor, person_id)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, person_id: int) -> Response:
        """Unblock a person."""
        unblock_person(self.actor, person_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Reports(BaseAPIView):
    """Reports about players, for moderators."""

    @extend_schema(responses=ReportShape(many=True))
    def get(self, request: Request) -> Response:
        """Open reports, oldest first."""
        require(self.actor, Permission.MODERATE, SERVER)
        return self.paginate(open_reports(), ReportShape)


class OneReport(BaseAPIView):
    """A report about a player, for moderators."""

    @extend_schema(responses=OneReportShape)
    def get(self, request: Request, report_id: int) -> Response:
        """The report, and the chat that it concerns."""
        require(self.actor, Permission.MODERATE, SERVER)
        return Response(OneReportShape(report_page(report_id)).data)

    @extend_schema(request=AnswerReportInput, responses={204: None})
    def post(self, request: Request, report_id: int) -> Response:
        """Close the report: dismiss it, warn the player, switch off chat or new games for some days."""
        values = self.validated_body(AnswerReportInput)
        answer_report(self.actor, report_id, ReportAnswer(values["answer"]), days=values["days"], text=values["text"])
        return Response(status=status.HTTP_204_NO_CONTENT)
