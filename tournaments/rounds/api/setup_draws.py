"""The endpoint of what chance lays out in a round: hashes before it starts, seeds and set-ups after, draws anew."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request

from tournaments.core.act_views import ActView
from tournaments.core.api import EventAPIView
from tournaments.core.loader import EventData
from tournaments.rounds import acts, schemas
from tournaments.rounds.queries.setup_draws import lots_of, round_draws, setup_of_boards
from tournaments.rounds.services.setup_redraws import redraw_setups


class DrawShape(serializers.Serializer[Any]):
    """A draw. `board` 0 is for all boards; `seed` is null while it is a secret, and `hashed` is what was hashed.

    `late`: drawn after the round had started, so that the hash proves less. `replaced`: another one is in force.
    """

    number = serializers.IntegerField()
    board = serializers.IntegerField()
    recipe = serializers.CharField(source="version")
    commitment = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    hashed = serializers.CharField(allow_null=True)
    drawn_at = serializers.DateTimeField()
    replaced = serializers.BooleanField()
    late = serializers.BooleanField()
    reason = serializers.CharField()


class SetupShape(serializers.Serializer[Any]):
    """A set-up, as the record format writes it, and the boards that have it."""

    setup = serializers.CharField()
    boards = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_boards(self, laid: Any) -> list[int]:
        return [table.board for table in laid.tables]


class LotShape(serializers.Serializer[Any]):
    """A board of which it was drawn who begins (entry). The SHA-256 of `text` decides, by the recipe `first-move-1`."""

    board = serializers.IntegerField()
    begins = serializers.IntegerField(source="white.id")
    text = serializers.CharField()
    digest = serializers.CharField()


class RoundSetups(serializers.Serializer[Any]):
    """What was drawn for a round. `own`: each board has a set-up of its own.

    Before the start there are no set-ups and no lots. `lots` are the boards of which it was drawn who begins.
    """

    round = serializers.IntegerField()
    started = serializers.BooleanField()
    own = serializers.BooleanField()
    draws = DrawShape(many=True)
    setups = SetupShape(many=True)
    lots = LotShape(many=True)


class RedrawSetups(ActView):
    """Redraw set-ups before the round, or while these boards have no reports. For arbiters."""

    path = "rounds/<int:number>/setups"
    act, service, schema = acts.RedrawSetups, redraw_setups, schemas.RedrawSetupsInput
    renamed, shape, code = {"drawn": "expect"}, RoundSetups, status.HTTP_201_CREATED

    def found(self, view: EventAPIView, made: Any) -> dict[str, Any]:
        return _find_draws(view.rows(self.event), self.ids["number"])


class SetupDraws(EventAPIView):
    """Chance in a round: set-ups of games that it lays out, and lots for who begins."""

    path = "rounds/<int:number>/setups"

    @extend_schema(responses=RoundSetups)
    def get(self, request: Request, event_id: int, number: int) -> HttpResponseBase:
        """The draws of a round, with seeds and set-ups once it has started."""
        event = self.event(event_id)
        return self.conditional_get(event, lambda rows, _version: RoundSetups(_find_draws(rows, number)).data)


def _find_draws(rows: EventData, number: int) -> dict[str, Any]:
    found = round_draws(rows, number)
    if not found:
        raise Http404
    (draws,) = found
    values = {"round": draws.round, "started": draws.started, "own": draws.own, "draws": draws.draws}
    return values | {"setups": setup_of_boards(rows, number), "lots": lots_of(rows, draws)}
