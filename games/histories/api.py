"""The endpoints of past games that a club imports."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, WordsField
from common.message_json import from_json
from games.histories.found import FoundHistory, found_from, name_matches
from games.histories.history_file import MOST_NAMES, in_groups, is_for_two, read_file
from games.histories.known_lines import known_lines
from games.histories.queries import histories_of, history_or_none
from games.histories.services.checking import begin_history, confirm_history
from games.histories.services.histories import bring_back, import_history, take_back
from games.models import History
from players.core.api import BaseAPIView
from players.models import Club
from players.people.name_matches import match_names
from players.permissions import require
from players.roles import Permission
from players.uploads.services import whole_upload

LONGEST_FILE = 1024 * 1024
"""Letters of a file in a body. A larger one is sent in parts before."""
MOST_PEOPLE = MOST_NAMES


class NamedPerson(serializers.Serializer[Any]):
    """Who a name of the file is: a person's id, or null for a new person."""

    name = serializers.CharField(max_length=200)
    person_id = IdField(allow_null=True)


class HistoryImport(serializers.Serializer[Any]):
    """A file of past games: CSV with the columns date, event, round, first, second, result.

    A name of a member of the club is that member; `people` say otherwise. With `check` nothing is stored,
    and the answer lists every problem by line and who everybody may be.
    """

    file = serializers.CharField(
        max_length=LONGEST_FILE, trim_whitespace=False, required=False, help_text="The file itself, as text."
    )
    upload = IdField(required=False, help_text="In place of `file`: a file that was sent in parts (`/uploads`).")
    rules = serializers.CharField(max_length=40, help_text="The game, a key of the `rules` at `/choices`.")
    rated = serializers.BooleanField(default=True)
    people = serializers.ListField(child=NamedPerson(), max_length=MOST_PEOPLE, required=False)
    check = serializers.BooleanField(default=False)

    def validate_rules(self, key: str) -> str:
        """400 for a game that there is not, or that is not played by two."""
        if not is_for_two(key):
            raise serializers.ValidationError(gettext("This game is not played by two."))
        return key

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """400 unless the file comes in one of the two ways."""
        if ("file" in attrs) is ("upload" in attrs):
            raise serializers.ValidationError({"file": gettext("Send either file or upload.")})
        return attrs


class PeopleOfHistory(serializers.Serializer[Any]):
    """Who some names of a file are that was read; the others are as the history’s `found` says."""

    people = serializers.ListField(child=NamedPerson(), max_length=MOST_PEOPLE, required=False)


class ProblemShape(serializers.Serializer[Any]):
    """Lines of the file with one kind of problem: what is wrong with the first, the others' numbers, how many more."""

    message = WordsField(source="first")
    lines = serializers.ListField(child=serializers.IntegerField())
    more = serializers.IntegerField()


class HistoryCandidate(serializers.Serializer[Any]):
    """A person who is called so, or nearly so."""

    person_id = IdField(source="id")
    name = serializers.CharField()
    country = serializers.CharField()
    clubs = serializers.ListField(child=serializers.CharField())


class HistoryMatch(serializers.Serializer[Any]):
    """A name of the file, who that may be, and who it is unless something else is said (null: a new person)."""

    name = serializers.CharField()
    candidates = HistoryCandidate(many=True)
    person_id = serializers.IntegerField(source="chosen", allow_null=True)


class HistoryShape(serializers.Serializer[Any]):
    """An import of past games.

    `state` is "checking" while a worker reads the file, "checked" until a person imports it, "coming" while a worker
    stores it, "in", "back" (taken back) or "refused".
    """

    id = IdField(source="pk")
    club = serializers.CharField(source="club.slug")
    rules = serializers.CharField()
    rated = serializers.BooleanField()
    state = serializers.CharField()
    games = serializers.IntegerField()
    asked_at = serializers.DateTimeField()
    refusal = serializers.SerializerMethodField()

    def get_refusal(self, history: History) -> str:
        message = from_json(history.refusal)
        return WordsField().to_representation(message) if message is not None else ""


class HistoryFound(serializers.Serializer[Any]):
    """What is in a file that was read. `known` games are here already. With `mistakes` it cannot be imported.

    `players` are the names that may be of a known person; all others are new.
    """

    games = serializers.IntegerField()
    known = serializers.IntegerField()
    events = serializers.IntegerField()
    mistakes = ProblemShape(source="faults", many=True)
    cautions = ProblemShape(many=True)
    players = serializers.SerializerMethodField()

    @extend_schema_field(HistoryMatch(many=True))
    def get_players(self, found: FoundHistory) -> Any:
        return HistoryMatch(name_matches(found.names), many=True).data


class OneHistoryShape(HistoryShape):
    """An import, and while it waits for its importer what is in its file (`found`, else null)."""

    found = serializers.SerializerMethodField()

    @extend_schema_field(HistoryFound(allow_null=True))
    def get_found(self, history: History) -> Any:
        if history.state != History.State.CHECKED:
            return None
        return HistoryFound(found_from(history.found)).data


class HistoryAnswer(serializers.Serializer[Any]):
    """What came, or would come, of a file. `history` is null where nothing was stored. `known` games are here already.

    With `mistakes` a file cannot be imported; `cautions` are to be looked at.
    """

    history = HistoryShape(allow_null=True)
    games = serializers.IntegerField()
    known = serializers.IntegerField()
    events = serializers.IntegerField()
    mistakes = ProblemShape(many=True)
    cautions = ProblemShape(many=True)
    players = HistoryMatch(many=True)


class Histories(BaseAPIView):
    """Past games that a club imports."""

    @extend_schema(responses=HistoryShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Imports of a club, newest first. For its organisers."""
        club = self._club(slug)
        return self.paginate(histories_of(club), HistoryShape)

    @extend_schema(request=HistoryImport, responses={200: HistoryAnswer, 201: HistoryAnswer, 202: OneHistoryShape})
    def post(self, request: Request, slug: str) -> Response:
        """Import a file of past games, or check it. For organisers.

        An upload is checked by a worker (202): `/histories/ID` shows its contents, `/histories/ID/import` imports it.
        """
        sent = self.validated_body(HistoryImport)
        club = self._club(slug)
        if "upload" in sent:
            upload = whole_upload(sent["upload"], self.actor)
            begun = begin_history(club.pk, self.actor, upload, rules=sent["rules"], rated=sent["rated"])
            return Response(OneHistoryShape(begun).data, status=status.HTTP_202_ACCEPTED)
        data = sent["file"].encode()
        file = read_file(data, sent["rules"], timezone.localdate())
        found = match_names(file.names, club)
        people = {match.name: match.chosen for match in found}
        people |= {each["name"]: each["person_id"] for each in sent.get("people", [])}
        if not people.keys() <= set(file.names):
            raise Http404
        known = len(known_lines(club, sent["rules"], file, people))
        history = None
        if not sent["check"]:
            history = import_history(club.pk, self.actor, data, rules=sent["rules"], people=people, rated=sent["rated"])
        answer = {
            "history": history,
            "games": len(file.games),
            "known": known,
            "events": len(file.events),
            "mistakes": in_groups(file.faults),
            "cautions": in_groups(file.cautions),
            "players": found,
        }
        made = status.HTTP_201_CREATED if history is not None else status.HTTP_200_OK
        return Response(HistoryAnswer(answer).data, status=made)

    def _club(self, slug: str) -> Club:
        club = get_object_or_404(Club, slug=slug)
        require(self.actor, Permission.MAKE_EVENT, club.scope)
        return club


class OneHistory(BaseAPIView):
    """One import."""

    @extend_schema(responses=OneHistoryShape)
    def get(self, request: Request, history_id: int) -> Response:
        """How far an import is, what is in its file, and what came of it. For organisers."""
        return Response(OneHistoryShape(_history(self, history_id)).data)


class ImportHistory(BaseAPIView):
    """Importing a file that was checked."""

    @extend_schema(request=PeopleOfHistory, responses=HistoryShape)
    def post(self, request: Request, history_id: int) -> Response:
        """Import a file that was sent in parts and checked. A large one is stored by a worker. For organisers."""
        sent = self.validated_body(PeopleOfHistory)
        people = {each["name"]: each["person_id"] for each in sent.get("people", [])}
        confirm_history(_history(self, history_id).pk, self.actor, people)
        return Response(HistoryShape(_history(self, history_id)).data)


class TakeHistoryBack(BaseAPIView):
    """Taking an import back."""

    @extend_schema(request=None, responses=HistoryShape)
    def post(self, request: Request, history_id: int) -> Response:
        """Withdraw a whole import: its games are hidden and not rated. For organisers."""
        take_back(_history(self, history_id).pk, self.actor)
        return Response(HistoryShape(_history(self, history_id)).data)


class BringHistoryBack(BaseAPIView):
    """Letting an import count again."""

    @extend_schema(request=None, responses=HistoryShape)
    def post(self, request: Request, history_id: int) -> Response:
        """Restore a withdrawn import. For organisers."""
        bring_back(_history(self, history_id).pk, self.actor)
        return Response(HistoryShape(_history(self, history_id)).data)


def _history(view: BaseAPIView, history_id: int) -> History:
    found = history_or_none(history_id)
    if found is None:
        raise Http404
    require(view.actor, Permission.MAKE_EVENT, found.club.scope)
    return found
