"""The endpoint that says what another result of a game would do to rating lists."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, WordsField
from games.core.queries.page import game_head
from games.models import Game
from players.core import limits
from players.core.api import BaseAPIView
from ratings.comparison.queries.what_if import can_be_supposed, effects, offered_results


class SupposedResult(serializers.Serializer[Any]):
    """The result that is supposed: "1-0", "0-1", or "1/2-1/2" where the game can be drawn."""

    result = serializers.CharField(max_length=8, help_text="1-0, 0-1, or 1/2-1/2 where the game can be drawn.")


class SeatEffectShape(serializers.Serializer[Any]):
    """What a list would say of a player without and with the result; null: the player is not in it."""

    id = IdField(source="person_id")
    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)
    change = serializers.IntegerField(allow_null=True)


class ListEffectShape(serializers.Serializer[Any]):
    """What a list would say. `players` is empty where it has too many games to be replayed while a reader waits.

    `others` are so many more people with another rating.
    """

    pool = IdField(source="pool.pk")
    name = WordsField(source="rules_name")
    players = SeatEffectShape(source="seats", many=True)
    others = serializers.IntegerField()


class GameWhatIf(BaseAPIView):
    """What another result of a game would do."""

    @extend_schema(parameters=[SupposedResult], responses=ListEffectShape(many=True))
    def get(self, request: Request, game_id: int) -> Response:
        """What each list that counts the game would say with another result. Nothing is stored. For accounts."""
        actor = self.actor
        try:
            game = game_head(game_id).game
        except (Game.DoesNotExist, OverflowError):
            raise Http404 from None
        if not can_be_supposed(game):
            raise Http404
        result = self.validated_query(SupposedResult)["result"]
        if result not in offered_results(game):
            raise exceptions.ValidationError({"result": [gettext("There is no such result.")]})
        limits.SUPPOSED_RESULTS.take(str(actor.pk))
        return self.paginate(effects(game, result), ListEffectShape)
