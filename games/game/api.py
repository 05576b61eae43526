"""The endpoints of games: one game, the claims about its result, and its records."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import renderers, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common import entity_tags
from common.api import IdField, JsonBody, NotInForce, TextBody, WordsField
from common.api_filters import DaysFilter, ordering_field
from common.web import missing_is_404
from games.certificates.services import sign_certificate
from games.core import record_comments
from games.core.api_shapes import GameRow, RecordRow, SeatShape
from games.core.queries.certificates import certificate_of, certificates_of
from games.core.queries.claims import ClaimRow, own_claim
from games.core.queries.lists import games_of
from games.core.queries.page import GamePage, RecordStep, game_page, record_view
from games.core.queries.sheets import latest_sheets
from games.core.queries.texts import record_text
from games.models import SPEAKER_CHOICES, Claimant, Game, Source
from games.records.schemas import SubmitRecordInput
from games.records.services.submit_record import submit_record
from games.results.queries import Proposal, proposal_for
from games.results.schemas import ClaimResultInput, SetHandicapInput, SetRatedResultInput, SubmitScoreInput
from games.results.services.create import set_handicap
from games.results.services.rating import set_rated_result
from games.results.services.results import claim_result
from games.results.services.submit_score import submit_score
from games.results.services.undo_decision import undo_decision
from gipf_engine.claims import ClaimState
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import RESULTS
from gipf_engine.rules import all_rules
from gipf_engine.rules.formats import recognise
from players.core.api import BaseAPIView
from players.models import Person
from players.names import LONGEST
from players.permissions import require
from players.roles import Permission

# --- shapes ------------------------------------------------------------------------------------------


class PlayerGameFilter(DaysFilter):
    """Which games of a person: in a club (its slug), by rules, with a result in force, played on days.

    `opponent` is another person (id); `q` has words of the opponent's name.
    """

    club = serializers.SlugField(required=False)
    rules = serializers.ChoiceField(sorted(all_rules()), required=False)
    result = serializers.ChoiceField(sorted(RESULTS), required=False)
    opponent = IdField(required=False)
    q = serializers.CharField(max_length=LONGEST, required=False)
    ordering = ordering_field(("-played_on", "played_on"))


class GameOne(serializers.Serializer[Any]):
    """One game. `version` counts all that was said of it; `claims` says how far the reports of its result are."""

    id = IdField(source="game.pk")
    occasion = serializers.CharField(source="game.parent_scope.key")
    white = SeatShape()
    black = SeatShape()
    rules = serializers.CharField(source="game.rules")
    options = serializers.ListField(child=serializers.CharField(), source="game.options")
    handicap = serializers.CharField(source="game.handicap")
    setup = serializers.CharField(source="game.setup")
    rated = serializers.BooleanField(source="game.rated")
    played_on = serializers.DateField(source="game.played_on", allow_null=True)
    result = serializers.CharField(source="game.result")
    rated_result = serializers.CharField(source="game.rated_result", help_text="Empty: lists count `result`.")
    version = serializers.IntegerField(source="game.version")
    claims = serializers.ChoiceField([state.value for state in ClaimState], source="standing.state")
    explanation = WordsField(source="status")
    contradicted = serializers.BooleanField(source="standing.contradicted")
    records = serializers.SerializerMethodField()

    def get_records(self, page: GamePage) -> int:
        return len(page.records)


class Claim(serializers.Serializer[Any]):
    """What a person said of a game's result. `late`: it was decided on an older page, and is not in force.

    `voided`: it was undone, alone or with what came before it, and does not count.
    """

    number = serializers.IntegerField()
    role = serializers.ChoiceField(Claimant.choices)
    who = serializers.SerializerMethodField()
    at = serializers.DateTimeField()
    via = serializers.ChoiceField(Source.choices, source="source")
    result = serializers.CharField()
    reason = serializers.CharField()
    record = serializers.IntegerField(allow_null=True)
    late = serializers.BooleanField()
    voided = serializers.BooleanField()
    in_force = serializers.BooleanField()

    @extend_schema_field(SeatShape(allow_null=True))
    def get_who(self, row: ClaimRow) -> dict[str, Any] | None:
        return {"id": row.who_id, "name": row.who} if row.who_id is not None else None


class MoveShape(serializers.Serializer[Any]):
    """One turn in official complete notation, and what was noted behind it."""

    ply = serializers.IntegerField()
    token = serializers.CharField()
    notes = serializers.CharField()


class RecordOne(RecordRow):
    """One record: its turns, and its text in the record format."""

    opening = serializers.CharField()
    moves = MoveShape(many=True)
    text = serializers.CharField()


class RecordStored(RecordRow):
    """A record that was handed in. `format` is what its text was recognised as: "gipfel", "boardspace", "langk", …"""

    format = serializers.CharField()


class ScoreShape(serializers.Serializer[Any]):
    """A score sheet, the last one of its part. Those of both players with one `digest` are certified."""

    number = serializers.IntegerField()
    role = serializers.ChoiceField(SPEAKER_CHOICES)
    at = serializers.DateTimeField()
    result = serializers.CharField()
    position = serializers.CharField()
    counts = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()), allow_null=True)
    digest = serializers.CharField()


class FactShape(serializers.Serializer[Any]):
    """One thing that is known of a game, and the result that it speaks for ("" for none)."""

    text = WordsField()
    result = serializers.CharField()


class ProposalShape(serializers.Serializer[Any]):
    """What the facts say of a game without a result: the weightiest first, and what they propose ("" for nothing)."""

    result = serializers.CharField()
    facts = FactShape(many=True)


class CertificateShape(serializers.Serializer[Any]):
    """A certificate in the list. `record` is the number of the record that it was made from, null for a score sheet."""

    number = serializers.IntegerField()
    record = serializers.IntegerField(allow_null=True)
    result = serializers.CharField()
    because = WordsField()
    made_at = serializers.DateTimeField()
    digest = serializers.CharField()


class PlainText(renderers.BaseRenderer):
    """A record as its text alone."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> str:
        return str(data["text"])


# --- endpoints -----------------------------------------------------------------------------------------


class GameAPIView(BaseAPIView):
    """An endpoint of one game."""

    def state(self) -> entity_tags.TaggedState:
        """That of the game: what was said of it, and what it has."""
        game = get_object_or_404(Game.objects.select_related("parent_scope"), pk=self.kwargs["game_id"])
        return entity_tags.TaggedState(f"game:{game.pk}", game.version, game.parent_scope.key)

    def game(self, game_id: int) -> GamePage:
        """The game with its claims and records."""
        return game_page(game_id, self.request.user)


class PlayerGames(BaseAPIView):
    """The games of one player."""

    @extend_schema(parameters=[PlayerGameFilter], responses=GameRow(many=True))
    def get(self, request: Request, person_id: int) -> Response:
        """All games of a person, including merged records, newest first."""
        asked = self.validated_query(PlayerGameFilter)
        return self.paginate(games_of(get_object_or_404(Person, pk=person_id).pk, asked), GameRow)


class OneGame(GameAPIView):
    """One game."""

    @extend_schema(responses=GameOne)
    def get(self, request: Request, game_id: int) -> HttpResponseBase:
        """A game: players, rules and the state of its result."""
        return self.tagged(GameOne(self.game(game_id)).data)

    @extend_schema(request=SetHandicapInput, responses=GameOne)
    def patch(self, request: Request, game_id: int) -> Response:
        """Give a game its handicap before its first record and result. For arbiters."""
        values = self.validated_body(SetHandicapInput)
        set_handicap(game_id, self.actor, values["handicap"], expect=values.get("version"))
        return Response(GameOne(self.game(game_id)).data)


class RatedResult(GameAPIView):
    """What rating lists count of a game."""

    @extend_schema(request=SetRatedResultInput, responses=GameOne)
    def put(self, request: Request, game_id: int) -> Response:
        """Let rating lists count another result than the table, until that becomes another one. For arbiters."""
        values = self.validated_body(SetRatedResultInput)
        set_rated_result(game_id, self.actor, values["result"], expect=values.get("version"))
        return Response(GameOne(self.game(game_id)).data)


class Results(GameAPIView):
    """What was said of a game's result."""

    @extend_schema(responses=Claim(many=True))
    def get(self, request: Request, game_id: int) -> Response:
        """Every claim in its order. None is ever overwritten."""
        return self.paginate(self.game(game_id).claims, Claim)

    @extend_schema(request=ClaimResultInput, responses={201: Claim})
    def post(self, request: Request, game_id: int) -> Response:
        """Report a result from your seat, or decide it as the arbiter.

        A decision on an older `version` that would overrule something unseen is kept without effect and answered with
        409 and both values: decide again.
        """
        values = self.validated_body(ClaimResultInput)
        expect = values.pop("version", None)
        done = claim_result(game_id, self.actor, source=Source.API, expect=expect, **values)
        claim = Claim(own_claim(done.claim, self.actor, done.standing, values["reason"].strip())).data
        if done.claim.late:
            message = Message(
                _("Another arbiter was faster. Your decision was saved but does not count: decide again.")
            )
            raise NotInForce(message, yours=claim, now=GameOne(self.game(game_id)).data)
        return Response(claim, status=status.HTTP_201_CREATED)


class OneResult(GameAPIView):
    """One claim about a game's result."""

    @extend_schema(responses={200: GameOne})
    def delete(self, request: Request, game_id: int, number: int) -> Response:
        """Undo the latest decision that counts: it stays in the list, voided. For arbiters.

        Where later rounds were paired with it, and in a closed event, it is corrected with a reason instead.
        """
        undo_decision(game_id, self.actor, number)
        return Response(GameOne(self.game(game_id)).data)


class Records(GameAPIView):
    """The records of a game."""

    parser_classes = (JsonBody, TextBody)

    @extend_schema(responses=RecordRow(many=True))
    def get(self, request: Request, game_id: int) -> Response:
        """The records that were handed in."""
        return self.paginate(self.game(game_id).records, RecordRow)

    @extend_schema(
        request={"application/json": SubmitRecordInput, "text/plain": OpenApiTypes.STR},
        responses={201: RecordStored},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Hand in a record, as JSON or as plain text. It is checked turn by turn and counts as your claim.

        Formats of other sites are recognised and converted: Boardspace SGF, PBeM, LaNGK and others. An illegal one is
        refused with 422: `fault` has the turn and the reason.
        """
        text = self.validated_body(SubmitRecordInput)["text"]
        record = submit_record(game_id, self.actor, text, source=Source.API)
        line = next(line for line in self.game(game_id).records if line.number == record.number)
        stored = {**RecordRow(line).data, "format": recognise(text).key}
        return Response(stored, status=status.HTTP_201_CREATED)


class OneRecord(GameAPIView):
    """One record of a game."""

    renderer_classes = (renderers.JSONRenderer, PlainText)

    @extend_schema(responses={(200, "application/json"): RecordOne, (200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, game_id: int, number: int) -> Response:
        """A record with its turns; as text alone where text/plain is accepted."""
        page = self.game(game_id)
        record = record_view(page, number)
        if record is None:
            raise Http404
        moves = [_describe_move(step) for step in record.steps]
        content = {
            "opening": record_comments.serialize(record.opening),
            "moves": moves,
            "text": record_text(page, record),
        }
        return Response({**RecordRow(record.line).data, **content})


class Scores(GameAPIView):
    """Score sheets of a game of which no one wrote the moves."""

    @extend_schema(responses=ScoreShape(many=True))
    def get(self, request: Request, game_id: int) -> Response:
        """The last score sheet of each part."""
        return self.paginate(latest_sheets(self.game(game_id).game), ScoreShape)

    @extend_schema(request=SubmitScoreInput, responses={201: ScoreShape})
    def post(self, request: Request, game_id: int) -> Response:
        """Hand in the final position or the counts of both players. It counts as your claim of the result.

        What both players hand in alike, or an arbiter, is certified by a worker.
        """
        number = submit_score(game_id, self.actor, source=Source.API, **self.validated_body(SubmitScoreInput)).number
        sheet = next(each for each in latest_sheets(self.game(game_id).game) if each.number == number)
        return Response(ScoreShape(sheet).data, status=status.HTTP_201_CREATED)


class ProposedResult(GameAPIView):
    """What the facts propose for a game without a result."""

    @extend_schema(responses=ProposalShape)
    def get(self, request: Request, game_id: int) -> Response:
        """The evidence for a result: record, clocks, score sheets and reports. For arbiters."""
        page = self.game(game_id)
        require(request.user, Permission.DECIDE_RESULT, page.game.parent_scope.key)
        proposal = proposal_for(page) or Proposal((), None)
        return Response(ProposalShape(proposal).data)


class Certificates(GameAPIView):
    """The certificates of a game's final score."""

    @extend_schema(responses=CertificateShape(many=True))
    def get(self, request: Request, game_id: int) -> Response:
        """Certificates: one per record that ends the game, and one for an agreed score sheet."""
        return self.paginate(certificates_of(self.game(game_id).game.pk), CertificateShape)


class OneCertificate(GameAPIView):
    """One certificate."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, game_id: int, number: int) -> Response:
        """The certificate itself, which anyone can check (docs/certificates.md)."""
        with missing_is_404():
            return Response(certificate_of(game_id, number).document)


class SignedCertificate(GameAPIView):
    """One certificate, signed."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, game_id: int, number: int) -> Response:
        """The certificate in a statement signed by this server now (docs/certificates.md)."""
        with missing_is_404():
            return Response(sign_certificate(self.game(game_id).game, number))


def _describe_move(step: RecordStep) -> dict[str, Any]:
    return {"ply": step.ply, "token": step.token, "notes": record_comments.serialize(step.notes)}
