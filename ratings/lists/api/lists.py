"""The endpoints of rating lists, and of one player with all that the lists say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import PointsField, WordsField
from games.core.api_shapes import SeatShape
from gipf_engine.ratings import all_systems
from players.core.api import BaseAPIView
from players.core.api_shapes import PlayerRow, with_clubs
from players.models import Club, Person
from players.people.api import canonical
from players.people.schemas import PlayerChange
from players.people.services.people import rename_person
from ratings.core.api_shapes import PoolShape, pool_or_404
from ratings.core.queries.details import decimals
from ratings.core.queries.lists import pools_of_club, server_pools
from ratings.core.queries.rating_list import ListFilter, ListRow, RatingList
from ratings.lists.queries.explanations import explanations
from ratings.lists.queries.history import history, pools_of_person
from ratings.lists.queries.peaks import Peak, peaks
from ratings.models import Pool
from ratings.pools.schemas import ChooseSystemInput, SetParametersInput
from ratings.pools.services.pools import choose_system, set_parameters
from ratings.pools.services.side_by_side import remove_system

# --- shapes ------------------------------------------------------------------------------------------


class DetailsField(serializers.DictField):
    """What the list's rating system notes, each a decimal string by the system's own key (`/rating-systems`)."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> dict[str, str]:
        return decimals(value)


class RatingValue(serializers.Serializer[Any]):
    """A number that a rating system notes; `listed` ones stand beside each rating in lists."""

    key = serializers.CharField()
    name = WordsField()
    help = WordsField()
    listed = serializers.BooleanField()


class RatingParameter(serializers.Serializer[Any]):
    """A whole number that a list may set, from `least` to `most`; with `digits` it stands for number / 10 ** digits."""

    key = serializers.CharField()
    help = WordsField()
    default = serializers.IntegerField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    digits = serializers.IntegerField()


class RatingSystem(serializers.Serializer[Any]):
    """A rating system: its parameters, and what it notes with each change and tells of each game (`term_values`)."""

    key = serializers.CharField()
    name = WordsField()
    help = WordsField()
    parameters = RatingParameter(source="all_known", many=True)
    values = RatingValue(many=True)
    term_values = RatingValue(many=True)


class PoolFilter(serializers.Serializer[Any]):
    """Whose lists: a club's (its slug), or without it those of the whole server."""

    club = serializers.SlugField(required=False, help_text="The slug of a club; left out for lists of the server.")


class ListQuery(serializers.Serializer[Any]):
    """Whom the list is narrowed to: those with the words of `q` in the name, members of a `club` (its slug), of a
    `country`, `active` ones, who were rated within the list's months (a year where it
    has none), or the others, and `provisional` ratings, or the others.

    Ranks are those among whom the other filters than `q` leave.
    """

    q = serializers.CharField(max_length=80, required=False)
    club = serializers.SlugField(required=False)
    country = serializers.CharField(max_length=2, required=False)
    active = serializers.BooleanField(default=None, allow_null=True)
    provisional = serializers.BooleanField(default=None, allow_null=True)


class RatingRow(serializers.Serializer[Any]):
    """A line of a list. Equal ratings share a rank; `change` is what the last event did.

    `best` is the highest rating after an event, reached first on `best_on`. `inactive` ones are there, too, unless
    `active` is asked for.
    """

    rank = serializers.IntegerField()
    player = SeatShape(source="*")
    country = serializers.CharField()
    rating = serializers.IntegerField(source="value")
    change = serializers.IntegerField()
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    last_rated_on = serializers.DateField()
    best = serializers.IntegerField()
    best_on = serializers.DateField()
    inactive = serializers.BooleanField()
    details = DetailsField()


class PlayerRating(serializers.Serializer[Any]):
    """How a player stands in one list; `best` is the highest rating after an event."""

    pool = PoolShape()
    rating = serializers.IntegerField(source="value")
    change = serializers.IntegerField()
    best = serializers.IntegerField()
    best_on = serializers.DateField()
    inactive = serializers.BooleanField()
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    details = DetailsField()


class PlayerOne(PlayerRow):
    """A player with clubs and ratings. The id is that of the person: records that were merged lead here."""

    ratings = PlayerRating(many=True)


class TermShape(serializers.Serializer[Any]):
    """One game of a change: who the opponent was, what was scored, and what the rating system tells of it."""

    game = serializers.IntegerField(source="game_id")
    opponent = serializers.SerializerMethodField()
    opponent_rating = serializers.IntegerField()
    score = PointsField()
    details = DetailsField()

    @extend_schema_field(SeatShape)
    def get_opponent(self, term: Any) -> dict[str, Any]:
        return {"id": term.opponent_id, "name": term.opponent}


class ChangeShape(serializers.Serializer[Any]):
    """What one event did to a rating, or where games count at once those of it that count from `rated_on`.

    By Elo `after` = `before` + K × (`score` − expected score), rounded once.

    `published` is what the list said when the event was first rated (null: nothing); a corrected result may have
    changed it since. `formula` is how the change was computed, the same in every language.
    """

    occasion = serializers.CharField(source="parent_scope.name")
    rated_on = serializers.DateField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()
    change = serializers.IntegerField()
    games = serializers.IntegerField()
    games_total = serializers.IntegerField()
    score = PointsField()
    details = DetailsField()
    formula = serializers.CharField()
    provisional = serializers.BooleanField()
    published = serializers.IntegerField(allow_null=True)
    terms = TermShape(many=True)


# --- endpoints -----------------------------------------------------------------------------------------


class OnePlayer(BaseAPIView):
    """One player."""

    @extend_schema(responses=PlayerOne)
    def get(self, request: Request, person_id: int) -> Response:
        """A player with clubs and ratings."""
        return self._respond(canonical(person_id))

    @extend_schema(request=PlayerChange, responses=PlayerOne)
    def patch(self, request: Request, person_id: int) -> Response:
        """Correct a player's name or country. Allowed to those who look after the player."""
        change = self.validated_body(PlayerChange, partial=True)
        person = canonical(person_id)
        kept = {"name": person.name, "country": person.country}
        return self._respond(rename_person(actor=self.actor, person_id=person.pk, **kept | change))

    def _respond(self, person: Person) -> Response:
        ratings = PlayerRating(pools_of_person(person.pk), many=True).data
        return Response({**PlayerRow(with_clubs([person])[0]).data, "ratings": ratings})


class Systems(BaseAPIView):
    """Rating systems."""

    @extend_schema(responses=RatingSystem(many=True))
    def get(self, request: Request) -> Response:
        """Every rating system that a list can have."""
        return self.paginate(list(all_systems().values()), RatingSystem)


class Pools(BaseAPIView):
    """Rating lists."""

    @extend_schema(parameters=[PoolFilter], responses=PoolShape(many=True))
    def get(self, request: Request) -> Response:
        """The rating lists of the whole server, or of one club, each by the system that is its rating."""
        club = _club(self.validated_query(PoolFilter))
        pools = pools_of_club(club) if club is not None else server_pools()
        return self.paginate(pools.select_related("club"), PoolShape)

    @extend_schema(request=ChooseSystemInput, responses=PoolShape)
    def post(self, request: Request) -> Response:
        """Choose a list's rating system while it has published nothing; a missing list is created."""
        chosen = self.validated_body(ChooseSystemInput)
        pool = choose_system(chosen["rules"], _club(chosen), self.actor, chosen["system"])
        return Response(PoolShape(pool).data)


class OnePool(BaseAPIView):
    """One rating list."""

    @extend_schema(responses=PoolShape)
    def get(self, request: Request, pool_id: int) -> Response:
        """The description of a list."""
        return Response(PoolShape(pool_or_404(pool_id)).data)

    @extend_schema(request=SetParametersInput, responses=PoolShape)
    def patch(self, request: Request, pool_id: int) -> Response:
        """Change the settings of a list, which recalculates the whole of it. For organisers."""
        asked = self.validated_body(SetParametersInput, partial=True)
        pool = set_parameters(pool_or_404(pool_id).pk, self.actor, asked.pop("parameters", {}), **asked)
        return Response(PoolShape(pool).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pool_id: int) -> Response:
        """Remove a system that is not the rating from its list, with all its values. For organisers."""
        remove_system(pool_or_404(pool_id).pk, self.actor)
        return Response(status=204)


class Ratings(BaseAPIView):
    """Who stands where in a rating list."""

    @extend_schema(parameters=[ListQuery], responses=RatingRow(many=True))
    def get(self, request: Request, pool_id: int) -> Response:
        """The list, strongest first."""
        asked = self.validated_query(ListQuery)
        narrowed = ListFilter(**asked | {"club": _club(asked)})
        pool = pool_or_404(pool_id)
        return self.paginate(RatingList(pool, narrowed), RatingRow, lambda rows: _with_peaks(pool, rows))


def _with_peaks(pool: Pool, rows: Iterable[ListRow]) -> list[dict[str, Any]]:
    """Rows of a list, each with the player's peak, and whether the player is inactive."""
    shown = list(rows)
    best = peaks(pool, [row.person_id for row in shown])
    reached = [best.get(row.person_id, Peak(row.value, row.last_rated_on)) for row in shown]
    return [
        row._asdict() | {"best": peak.value, "best_on": peak.day, "inactive": pool.is_inactive(row.last_rated_on)}
        for row, peak in zip(shown, reached, strict=True)
    ]


class History(BaseAPIView):
    """One player's way through one list."""

    @extend_schema(responses=ChangeShape(many=True))
    def get(self, request: Request, pool_id: int, person_id: int) -> Response:
        """Every change of a player's rating with the sum that it is, the oldest first."""
        pool, person = pool_or_404(pool_id), canonical(person_id)
        return self.paginate(history(person.pk, pool), ChangeShape, lambda cut: _explain_change(cut, pool, person))


def _explain_change(events: Iterable[Any], pool: Pool, person: Person) -> list[dict[str, Any]]:
    """Each event with its sum, as `ChangeShape` writes it."""
    worked_out = explanations(pool, person.pk)
    names = ("parent_scope", "rated_on", "before", "after", "change", "games", "games_total", "score", "provisional")
    return [
        {name: getattr(event, name) for name in (*names, "details", "published")}
        | {
            "formula": worked_out[event.number].formula,
            "terms": worked_out[event.number].terms,
        }
        for event in events
    ]


def _club(asked: dict[str, Any]) -> Club | None:
    return get_object_or_404(Club, slug=asked["club"]) if "club" in asked else None
