"""The endpoint of what an event can still become."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from common.api import PointsField, WordsField
from gipf_engine.tournament.forecast.race import Chance
from tournaments.core.api import EntryName, EventAPIView
from tournaments.core.formats import has_opponents, is_by_clock, is_for_teams
from tournaments.core.hidden_standings import need_shown
from tournaments.core.loader import EventData
from tournaments.forecast import words
from tournaments.forecast.queries import (
    OutlookRow,
    has_race,
    performances,
    race,
    rounds_forecast,
    shows_ratings,
)
from tournaments.models import Event
from tournaments.rate_limit import admission, table_admission
from tournaments.standings.queries.standings import standings


class OddsShape(serializers.Serializer[Any]):
    """An estimate from ratings: a share from 0 to 1, and its standard error."""

    value = serializers.FloatField()
    error = serializers.FloatField()


class RivalShape(serializers.Serializer[Any]):
    """A player who must drop points, and how many more this player may score at most."""

    entry = EntryName()
    spare = PointsField()


class OutlookShape(serializers.Serializer[Any]):
    """What a player can still become, by points alone. Places are bounds.

    `chance` is "sure" (first alone), "shared" (first or tied), "can", "open" (depends on pairings to come) or "out".
    """

    entry = EntryName()
    points = PointsField()
    most = PointsField()
    best_place = serializers.IntegerField()
    worst_place = serializers.IntegerField()
    chance = serializers.ChoiceField([each.value for each in Chance])
    enough = PointsField(allow_null=True)
    enough_alone = PointsField(allow_null=True)
    least = PointsField(allow_null=True)
    rivals = RivalShape(many=True)
    first = OddsShape(allow_null=True)
    first_alone = OddsShape(allow_null=True)
    said = serializers.ListField(child=WordsField())


class RoundOddsShape(serializers.Serializer[Any]):
    """After so many rounds: how likely one player alone is first, and the one with the highest rating is."""

    rounds = serializers.IntegerField()
    sole_winner = OddsShape()
    strongest = OddsShape()


class RoundsShape(serializers.Serializer[Any]):
    """How many rounds so many players need."""

    players = serializers.IntegerField()
    least = serializers.IntegerField()
    with_draws = serializers.IntegerField()
    most = serializers.IntegerField(allow_null=True)
    is_fixed = serializers.BooleanField()
    is_rated = serializers.BooleanField()
    trials = serializers.IntegerField()
    odds = RoundOddsShape(many=True)


class PerformanceShape(serializers.Serializer[Any]):
    """What a player's games over the board against rated opponents say."""

    entry = EntryName(source="row.entry")
    games = serializers.IntegerField()
    score = PointsField()
    expected = PointsField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True)
    performance = serializers.IntegerField(allow_null=True)
    rating_change = serializers.IntegerField(source="change", allow_null=True)


class ForecastShape(serializers.Serializer[Any]):
    """`phase` is "before", "during" or "after". What belongs to another phase is null or empty."""

    phase = serializers.ChoiceField(["before", "during", "after"])
    rounds = RoundsShape(allow_null=True)
    is_exact = serializers.BooleanField(allow_null=True)
    trials = serializers.IntegerField()
    outlooks = OutlookShape(many=True)
    performances = PerformanceShape(many=True)


class ForecastAsked(serializers.Serializer[Any]):
    """`players`: how many are expected, before the event starts."""

    players = serializers.IntegerField(
        min_value=2, max_value=500, required=False, help_text="How many are expected; left out, as many as are entered."
    )


class Forecast(EventAPIView):
    """What an event can still become."""

    path = "forecast"

    @extend_schema(parameters=[ForecastAsked], responses=ForecastShape)
    def get(self, request: Request, event_id: int) -> HttpResponseBase:
        """Before it: rounds that are needed; during it: who can still win; after it: performance and rating change.

        Estimates come from ratings, the same for each version of the event. Without a key to the API they are limited
        by address (429).
        """
        event = self.event(event_id)
        if not has_opponents(event.format) or is_by_clock(event.format) or is_for_teams(event.format):
            raise Http404
        asked = ForecastAsked(data=request.query_params)
        asked.is_valid(raise_exception=True)

        def render(rows: EventData, version: int) -> Any:
            return ForecastShape(self._found(rows, version, asked.validated_data.get("players"))).data

        return self.conditional_get(event, render)

    def _found(self, rows: EventData, version: int, players: int | None) -> dict[str, Any]:
        need_shown(rows, whole=False)  # it would tell who leads
        event, request = rows.event, self.request._request
        found: dict[str, Any] = {"rounds": None, "is_exact": None, "trials": 0, "outlooks": [], "performances": []}
        if event.state == Event.State.RUNNING:
            found |= {"phase": "during"}
            if has_race(rows):
                made = race(rows, version, admission(request))
                outlooks = [_outlook(rows, row) for row in made.rows]
                found |= {"is_exact": made.is_exact, "trials": made.trials, "outlooks": outlooks}
            return found
        if event.state == Event.State.CLOSED:
            found |= {"phase": "after"}
            if shows_ratings(event):
                table = standings(event, version, table_admission(request, event))
                found |= {"performances": performances(rows, table)}
            return found
        expected = players or max(2, len(rows.entries))
        return found | {"phase": "before", "rounds": rounds_forecast(rows, version, expected, admission(request))}


def _outlook(rows: EventData, row: OutlookRow) -> dict[str, Any]:
    rivals = [{"entry": rows.by_number[number], "spare": spare} for number, spare in row.rivals]
    names = {number: rows.by_number[number].name for number, _spare in row.rivals}
    return {
        **asdict(row),
        "entry": rows.by_number[row.number],
        "best_place": row.best,
        "worst_place": row.worst,
        "rivals": rivals,
        "first_alone": row.alone,
        "first": row.first,
        "said": words.needs(row, names),
    }
