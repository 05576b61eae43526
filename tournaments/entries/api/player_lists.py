"""The endpoint of lists of players from spreadsheets: who is in it, and registering them."""

from __future__ import annotations

import binascii
from base64 import b64decode
from functools import partial
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, NumberField, WordsField
from common.workbooks import MOST_COLUMNS
from players.core.limits import take_heavy
from players.models import Person
from players.permissions import require
from players.roles import Permission
from tournaments.core.api import EventAPIView
from tournaments.core.schemas import Versioned
from tournaments.entries.lists.player_lists import PlayerList, PlayerMatch, match_players, read_list
from tournaments.entries.lists.tables import COLUMNS, LARGEST, read_table
from tournaments.entries.queries import entered_in
from tournaments.entries.services import entries as listed_entries
from tournaments.entries.services.entries import ListedEntry


class CandidateShape(serializers.Serializer[Any]):
    """Somebody who is called so."""

    person_id = IdField(source="id")
    name = serializers.CharField()
    country = serializers.CharField()
    clubs = serializers.ListField(child=serializers.CharField())


class ListColumns(serializers.Serializer[Any]):
    """Which column holds what, counted from 0. What is not named is not read."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """One for each thing that a column can hold."""
        return {key: NumberField(required=False, allow_null=True, max_value=MOST_COLUMNS - 1) for key in COLUMNS}


class ListedPerson(serializers.Serializer[Any]):
    """Who the player of a `line` is: a person, or null for somebody new; `skip` leaves the line out."""

    line = NumberField(min_value=1)
    person_id = IdField(allow_null=True, default=None)
    skip = serializers.BooleanField(default=False)


class PlayersFile(Versioned):
    """A list of players: CSV or TSV as `text`, or any file, XLSX too, in Base64 as `base64`.

    With `check` nothing is stored, and the answer says who everybody would be. Columns are recognised by their heads;
    `columns` say otherwise. Whoever is called nearly as a member (`is_near`) has to be named in `people`.
    """

    text = serializers.CharField(max_length=LARGEST, trim_whitespace=False, required=False)
    base64 = serializers.CharField(max_length=LARGEST, required=False)
    columns = ListColumns(required=False)
    people = ListedPerson(many=True, required=False)
    check = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """400 unless the file is there once; `data` is what is in it."""
        if ("text" in attrs) == ("base64" in attrs):
            raise serializers.ValidationError({"text": [gettext("Send the file as text or as base64.")]})
        try:
            data = attrs["text"].encode() if "text" in attrs else b64decode(attrs["base64"], validate=True)
        except (ValueError, binascii.Error):
            raise serializers.ValidationError({"base64": [gettext("This is not Base64.")]}) from None
        return attrs | {"data": data}


class ListedPlayerShape(serializers.Serializer[Any]):
    """A player of the list, who that may be, and who it is unless something else is said (null: somebody new)."""

    line = serializers.IntegerField(source="player.line")
    name = serializers.CharField(source="player.name")
    rating = serializers.IntegerField(source="player.rating", allow_null=True)
    country = serializers.CharField(source="player.country")
    title = serializers.CharField(source="player.title")
    fide = serializers.CharField(source="player.fide")
    club = serializers.CharField(source="player.club")
    birth = serializers.CharField(source="player.birth")
    candidates = CandidateShape(many=True)
    person_id = serializers.IntegerField(source="chosen", allow_null=True)
    is_near = serializers.BooleanField()
    registered = serializers.ListField(
        child=IdField(), help_text="Those of the candidates who play in the event already."
    )


class ListProblem(serializers.Serializer[Any]):
    """What is wrong in a line, which is not read then."""

    line = serializers.IntegerField()
    message = WordsField()


class PlayersRead(serializers.Serializer[Any]):
    """A list as it is understood: its columns, what is wrong, its players; `entries` are ids, null with `check`."""

    heads = serializers.ListField(child=serializers.CharField())
    columns = ListColumns()
    problems = ListProblem(many=True)
    players = ListedPlayerShape(many=True)
    entries = serializers.ListField(child=IdField(), allow_null=True)


class EntriesFromList(EventAPIView):
    """Entries from a list of players."""

    path = "entries/list"

    @extend_schema(request=PlayersFile, responses={200: PlayersRead, 201: PlayersRead})
    def post(self, request: Request, event_id: int) -> Response:
        """Register all players of a spreadsheet with its ratings, or none."""
        sent, event = self.validated_body(PlayersFile), self.event(event_id)
        require(self.actor, Permission.ENTER_PLAYERS, event.scope)
        columns = (
            {key: place for key, place in sent["columns"].items() if place is not None} if "columns" in sent else None
        )
        found = read_list(read_table(sent["data"], partial(take_heavy, request)), timezone.localdate(), columns)
        matches = match_players(found.players, event.club, entered_in(self.rows(event)))
        if sent["check"]:
            return Response(_describe_list(found, matches, None))
        chosen = _choose(matches, sent.get("people", []))
        try:
            made = listed_entries.enter_listed(event.pk, self.actor, chosen, expect=sent.get("version"))
        except Person.DoesNotExist:
            raise Http404 from None
        return Response(_describe_list(found, matches, [entry.pk for entry in made]), status=status.HTTP_201_CREATED)


def _choose(matches: list[PlayerMatch], people: list[dict[str, Any]]) -> list[ListedEntry]:
    """Whom to register. 400 where somebody has to say who a player is, or says so of a line that is none."""
    answers = {each["line"]: each for each in people}
    lines = {match.player.line for match in matches}
    unknown = sorted(answers.keys() - lines)
    asked = [match.player for match in matches if match.is_near and match.player.line not in answers]
    wrong = [gettext("There is no player in line %(line)d.") % {"line": line} for line in unknown]
    wrong += [
        gettext("Choose the person for %(name)s in line %(line)d.") % {"name": each.name, "line": each.line}
        for each in asked
    ]
    if wrong:
        raise serializers.ValidationError({"people": wrong})
    chosen = []
    for match in matches:
        player, answer = match.player, answers.get(match.player.line)
        if answer is None or not answer["skip"]:
            person = match.chosen if answer is None else answer["person_id"]
            chosen.append(ListedEntry(player.name, person, player.country, player.rating, player.details))
    return chosen


def _describe_list(found: PlayerList, matches: list[PlayerMatch], entries: list[int] | None) -> dict[str, Any]:
    columns = {key: found.columns.get(key) for key in COLUMNS}
    width = max((place for place, head in enumerate(found.heads, 1) if head), default=0)
    shape = {"heads": found.heads[:width], "columns": columns, "problems": found.problems, "players": matches}
    return dict(PlayersRead(shape | {"entries": entries}).data)
