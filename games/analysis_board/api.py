"""The endpoint of the analysis board: a position is sent, a worker looks at it, and what it found is read."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.translation import translate_message
from games.analysis.services import LONGEST_POSITION, ask_looks, need_judged
from games.analysis_board.judging import Judgement
from games.analysis_board.line import LONGEST_START, AnalysedLine, need_open_line, rules_or_404
from games.core.replay import Start
from games.models import COLOURS
from gipf_engine.rules.base import WHITE
from gipf_engine.rules.errors import BadSetup
from players.core.api import BaseAPIView


class PositionAsked(serializers.Serializer[Any]):
    """Which position: its rules, and its text as games and studies have it."""

    rules = serializers.CharField(max_length=40)
    position = serializers.CharField(max_length=LONGEST_POSITION, help_text="The position text.")
    options = serializers.CharField(
        max_length=LONGEST_START,
        default="",
        allow_blank=True,
        help_text="Keys of options of the rule set, separated by commas; empty for none.",
    )


@extend_schema_serializer(component_name="AnalysisNew")
class LookInput(PositionAsked):
    """A position to look at. With `deeper` more of what follows is examined."""

    deeper = serializers.BooleanField(default=False)


class BestLine(serializers.Serializer[Any]):
    """A line of turns; `score` is White's, in hundredths of a piece."""

    score = serializers.IntegerField()
    turns = serializers.ListField(child=serializers.CharField())


class AnalysisShape(serializers.Serializer[Any]):
    """What is known of a position. While it is `waiting`, read it again after a second.

    Before the first look is done, `nodes` is 0 and there are no lines. `winner` is told where a win is proved, with
    `ends_in`, or where the game is over.
    """

    rules = serializers.CharField()
    position = serializers.CharField()
    to_move = serializers.CharField(allow_null=True)
    result = serializers.CharField()
    waiting = serializers.BooleanField()
    nodes = serializers.IntegerField()
    depth = serializers.IntegerField()
    white_chance = serializers.IntegerField(allow_null=True)
    winner = serializers.CharField(allow_null=True)
    ends_in = serializers.IntegerField(allow_null=True)
    deeper = serializers.BooleanField()
    lines = BestLine(many=True)


class Analysis(BaseAPIView):
    """The analysis of a position."""

    @extend_schema(parameters=[PositionAsked], responses=AnalysisShape)
    def get(self, request: Request) -> Response:
        """Read the analysis of a position. 409 if you play a game now that passes through it (fair play)."""
        line = _line_of(self.validated_query(PositionAsked))
        need_open_line(request.user, line)
        return Response(_describe(line))

    @extend_schema(request=LookInput, responses={200: AnalysisShape, 202: AnalysisShape})
    def post(self, request: Request) -> Response:
        """Ask for a look at a position: 202 while a worker is at it, 200 if everything asked for is known.

        Looks count as on the analysis board, by account and network (429). 409 if you play a game now that passes
        through the position (fair play).
        """
        asked = self.validated_body(LookInput)
        line = _line_of(asked)
        need_open_line(request.user, line)
        ask_looks(request._request, line.judged, deeper=asked["deeper"])
        found = _describe(line)
        return Response(found, status=status.HTTP_202_ACCEPTED if found["waiting"] else status.HTTP_200_OK)


def _line_of(asked: dict[str, Any]) -> AnalysedLine:
    """The position that is asked for, as a line without turns. 404 for unknown rules, 400 for no position of theirs."""
    key = rules_or_404(asked["rules"]).key
    options = tuple(sorted(filter(None, asked["options"].split(","))))
    start = Start(key, options, text=" ".join(asked["position"].replace("\0", "").split()))
    try:
        position = start.position()
    except BadSetup as refused:
        raise exceptions.ValidationError({"position": [translate_message(refused.message)]}) from refused
    if position.outcome is None:
        need_judged(position)
    return AnalysedLine(start)


def _describe(line: AnalysedLine) -> dict[str, Any]:
    judgement, position = Judgement(line), line.position
    row, turn = judgement.row, position.turn
    sign = 1 if turn == WHITE else -1
    lines = [] if row is None else [{"score": sign * score, "turns": list(turns)} for score, turns in row.lines]
    known = {
        "rules": line.start.rules,
        "position": position.text(),
        "to_move": None if turn is None else COLOURS[turn],
        "result": "" if position.outcome is None else position.outcome.result,
        "waiting": judgement.is_waiting,
        "nodes": 0 if row is None else row.nodes,
        "depth": 0 if row is None else row.depth,
        "white_chance": judgement.chance,
        "winner": _winner(judgement),
        "ends_in": judgement.wins_in,
        "deeper": judgement.may_look_deeper,
        "lines": lines,
    }
    return dict(AnalysisShape(known).data)


def _winner(judgement: Judgement) -> str | None:
    outcome = judgement.position.outcome
    if outcome is not None:
        return {"1-0": COLOURS[0], "0-1": COLOURS[1]}.get(outcome.result)
    if judgement.wins_in is None:
        return None
    return COLOURS[0] if judgement.white_wins else COLOURS[1]
