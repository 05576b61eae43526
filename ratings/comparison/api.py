"""Players compared, the spread of a list, and what another result would do, in the API."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, PointsField, WordsField
from games.collection.queries.opponents import score_of
from games.core.api_shapes import SeatShape
from games.core.queries.lists import games_of
from games.core.queries.page import game_head
from games.models import Game
from players.core import limits
from players.core.api import BaseAPIView
from players.people.api import canonical
from ratings.comparison.queries import can_be_supposed, distribution, effects, offered_results
from ratings.core.api_shapes import pool_or_404
from ratings.core.queries.comparison import MOST_COMPARED, compare
from ratings.core.queries.predictions import predict

LONGEST_QUERY = 120


class PlayersAsked(serializers.Serializer[Any]):
    """Two to five players: their ids with commas between them. Who is not in the list is left out."""

    players = serializers.RegexField(r"^\d{1,18}(,\d{1,18}){1,4}$", max_length=LONGEST_QUERY)


class RatingOnDay(serializers.Serializer[Any]):
    """The rating after an event, and how many games it was."""

    rated_on = serializers.DateField()
    rating = serializers.IntegerField(source="after")
    games = serializers.IntegerField()


class ComparedShape(serializers.Serializer[Any]):
    """One of the players: the rating now, the best one and since when, and the way there, the oldest first."""

    player = serializers.SerializerMethodField()
    rating = serializers.IntegerField(source="last.after")
    provisional = serializers.BooleanField()
    games = serializers.IntegerField(source="last.games_total")
    best = serializers.IntegerField(source="best.after")
    best_on = serializers.DateField(source="best.rated_on")
    history = RatingOnDay(source="lines", many=True)

    @extend_schema_field(SeatShape)
    def get_player(self, player: Any) -> dict[str, Any]:
        return {"id": player.id, "name": player.name}


class ExpectedShape(serializers.Serializer[Any]):
    """The score to be expected of the first player, from 0 to 1, and where it lies in 95 cases of 100, null where the
    list's system does not say.
    """

    score = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class MeetingsShape(serializers.Serializer[Any]):
    """What the first of two players scored against the second in rated games, and what is expected of the next one."""

    first = IdField(source="one.id")
    second = IdField(source="other.id")
    games = serializers.IntegerField()
    score = PointsField()
    expected = ExpectedShape()


class ComparisonShape(serializers.Serializer[Any]):
    """The players in the order in which they were asked for, and each pair of them once."""

    players = ComparedShape(many=True)
    meetings = MeetingsShape(many=True)


class PairAsked(serializers.Serializer[Any]):
    """Two players."""

    first = IdField()
    second = IdField()


class PredictionShape(serializers.Serializer[Any]):
    """What a list expects of the first player against the second today. Who is not in the list counts as a newcomer."""

    first_rating = serializers.IntegerField()
    second_rating = serializers.IntegerField()
    first_new = serializers.BooleanField()
    second_new = serializers.BooleanField()
    expected = ExpectedShape()


class PlayerAsked(serializers.Serializer[Any]):
    """Whose place is told, if anyone's."""

    player = IdField(required=False)


class BinShape(serializers.Serializer[Any]):
    """How many players have a rating from `lower` to `upper`, both included."""

    lower = serializers.IntegerField()
    upper = serializers.IntegerField()
    players = serializers.IntegerField()


class PlaceAmongAll(serializers.Serializer[Any]):
    """How many of the `others` have a lower rating than the player, how many the same; `percent` counts these half."""

    player = IdField(source="person")
    rating = serializers.IntegerField(source="value")
    lower = serializers.IntegerField()
    equal = serializers.IntegerField()
    others = serializers.IntegerField()
    percent = serializers.IntegerField()


class DistributionShape(serializers.Serializer[Any]):
    """The ratings of a list by steps of equal width. `median` is null, and `bins` empty, where no one stands in it."""

    players = serializers.IntegerField()
    median = serializers.IntegerField(allow_null=True)
    bins = BinShape(many=True)
    standing = PlaceAmongAll(allow_null=True)


class HeadToHeadShape(serializers.Serializer[Any]):
    """A player's score against another over the board, rated or not. `/players/ID/games?opponent=` has the games."""

    player = serializers.SerializerMethodField()
    opponent = serializers.SerializerMethodField()
    games = serializers.IntegerField(source="score.games")
    won = serializers.IntegerField(source="score.won")
    drawn = serializers.IntegerField(source="score.drawn")
    lost = serializers.IntegerField(source="score.lost")

    @extend_schema_field(SeatShape)
    def get_player(self, found: Any) -> dict[str, Any]:
        return {"id": found["one"].pk, "name": found["one"].name}

    @extend_schema_field(SeatShape)
    def get_opponent(self, found: Any) -> dict[str, Any]:
        return {"id": found["other"].pk, "name": found["other"].name}


class Comparisons(BaseAPIView):
    """Players of a list side by side."""

    @extend_schema(parameters=[PlayersAsked], responses=ComparisonShape)
    def get(self, request: Request, pool_id: int) -> Response:
        """Two to five players: how their ratings went, their games with each other, what is expected of the next."""
        pool = pool_or_404(pool_id)
        asked = self.validated_query(PlayersAsked)["players"].split(",")[:MOST_COMPARED]
        return Response(ComparisonShape(compare(pool, [int(person) for person in asked])).data)


class Predictions(BaseAPIView):
    """What a list expects of a game."""

    @extend_schema(parameters=[PairAsked], responses=PredictionShape)
    def get(self, request: Request, pool_id: int) -> Response:
        """The score to be expected of one player against another, by the list as it is."""
        pool = pool_or_404(pool_id)
        asked = self.validated_query(PairAsked)
        first, second = canonical(asked["first"]), canonical(asked["second"])
        return Response(PredictionShape(predict(pool, first.pk, second.pk)).data)


class Distributions(BaseAPIView):
    """How the ratings of a list are spread."""

    @extend_schema(parameters=[PlayerAsked], responses=DistributionShape)
    def get(self, request: Request, pool_id: int) -> Response:
        """The distribution of ratings, and one player's place in it."""
        pool = pool_or_404(pool_id)
        found = distribution(pool, self.validated_query(PlayerAsked).get("player"))
        empty: dict[str, Any] = {"players": 0, "median": None, "bins": [], "standing": None}
        return Response(DistributionShape(empty if found is None else found).data)


class HeadsToHeads(BaseAPIView):
    """Two players against each other."""

    @extend_schema(responses=HeadToHeadShape)
    def get(self, request: Request, person_id: int, other_id: int) -> Response:
        """The score of one player against another in all games over the board."""
        one, other = canonical(person_id), canonical(other_id)
        met = games_of(one.pk, {"opponent": other.pk, "ordering": "-played_on"})
        return Response(HeadToHeadShape({"one": one, "other": other, "score": score_of(one.pk, met)}).data)


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
        """Each list's ratings if the game had another result. Nothing is saved. For accounts."""
        actor = self.actor
        try:
            game = game_head(game_id).game
        except Game.DoesNotExist:
            raise Http404 from None
        if not can_be_supposed(game):
            raise Http404
        result = self.validated_query(SupposedResult)["result"]
        if result not in offered_results(game):
            raise exceptions.ValidationError({"result": [gettext("This result does not exist.")]})
        limits.SUPPOSED_RESULTS.take(str(actor.pk))
        return self.paginate(effects(game, result), ListEffectShape)
