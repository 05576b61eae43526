"""The endpoints that say why teams meet, and why two do not."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import WordsField
from common.journal import queries as journal
from tournaments.core.api import EventAPIView
from tournaments.core.formats import is_for_teams
from tournaments.core.hidden_standings import need_shown
from tournaments.core.loader import EventData
from tournaments.core.queries.cached import rows_of
from tournaments.rate_limit import admission
from tournaments.rounds.api.rounds import Answered
from tournaments.rounds.queries.pairing_explanations import TOO_MANY, came_from_a_file, get_explained_round, why_not


class MatchReasons(serializers.Serializer[Any]):
    """Why two teams meet, or one has a bye, at a table of the round."""

    table = serializers.IntegerField()
    reasons = serializers.ListField(child=WordsField())


class ReasonsOfMatches(serializers.Serializer[Any]):
    """The reasons of a round. `differences`: what the rules would have paired; `missing`: why there are none."""

    matches = MatchReasons(many=True)
    differences = serializers.ListField(child=WordsField())
    missing = WordsField(allow_null=True)


class _OfTeams(EventAPIView):
    def _rows(self, event_id: int, number: int) -> EventData:
        """The event, where teams meet and the round is paired; else 404. Points that are hidden stay so."""
        event = self.event(event_id)
        rows = rows_of(event, journal.version(event.scope))
        if not is_for_teams(event.format) or rows.round(number) is None:
            raise Http404
        need_shown(rows, whole=self.sees_all(event))
        return rows


class RoundReasons(_OfTeams):
    """Why the matches of a round are as they are."""

    path = "rounds/<int:number>/matches/reasons"

    @extend_schema(responses=ReasonsOfMatches)
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """Why the teams of each match meet, with the articles of the rules, from the data the round was paired with."""
        rows = self._rows(event_id, number)
        found = get_explained_round(rows, number, admission(self.request._request))
        shape = {
            "matches": [
                {"table": match.table, "reasons": found.reasons.get(match.id, ())}
                for match in rows.rounds[number - 1].matches
            ],
            "differences": found.differences,
            "missing": found.missing,
        }
        if found.wait:
            headers = {"Retry-After": str(found.wait)}
            return Response(ReasonsOfMatches(shape).data, status.HTTP_503_SERVICE_UNAVAILABLE, headers=headers)
        return Response(ReasonsOfMatches(shape).data)


class WhyNotTeams(_OfTeams):
    """Why two teams did not meet."""

    path = "rounds/<int:number>/matches/why/<int:one>/<int:two>"

    @extend_schema(responses=Answered)
    def get(self, request: Request, event_id: int, number: int, one: int, two: int) -> Response:
        """The reason two teams, by their numbers, did not meet in a round, from the data it was paired with."""
        rows = self._rows(event_id, number)
        if not {one, two} <= {team.number for team in rows.teams}:
            raise Http404
        answer = why_not(rows, number, one, two, admission(self.request._request))
        shape = {
            "answer": answer,
            "explained": not (answer.can_ask or answer.wait),
            "imported": came_from_a_file(rows.rounds[number - 1]),
        }
        if not answer.wait:
            return Response(Answered(shape).data)
        enough = answer.message is TOO_MANY
        code = status.HTTP_429_TOO_MANY_REQUESTS if enough else status.HTTP_503_SERVICE_UNAVAILABLE
        return Response(Answered(shape).data, code, headers={"Retry-After": str(answer.wait)})
