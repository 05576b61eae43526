"""The endpoints of files: events in and out, and records of games."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import ConfirmField, IdField, JsonBody, TextBody, WordsField
from common.jobs import queries as jobs
from common.journal import queries as journal
from common.message_json import from_json
from games.records.api import RecordFileShape
from games.records.queries import file_report
from games.records.services.record_files import submit_records
from gipf_engine.messages import Message
from players.core.api import BaseAPIView
from players.models import Club
from players.names import LONGEST
from players.permissions import require
from players.roles import Permission
from players.uploads.api import UploadField, file_sent, forget_sent, need_one_file
from tournaments.core.api import ClubField, EventAPIView, EventOne
from tournaments.core.event_config import MOST_TIE_BREAKS
from tournaments.core.loader import load
from tournaments.core.queries.cached import rows_of
from tournaments.core.schemas import LONGEST_KEY
from tournaments.entries.api.player_lists import CandidateShape
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.interchange.formats.import_check import check_rounds
from tournaments.interchange.formats.imported_event import ImportedEvent, Match, known_people, matches
from tournaments.interchange.formats.importers import ImportOptions, parse_sent
from tournaments.interchange.services import import_requests, importing
from tournaments.interchange.services.import_requests import IMPORT, subject_of
from tournaments.models import ImportRequest

# --- whole events as files, out and in --------------------------------------------------------------------


class FileRequest(serializers.Serializer[Any]):
    """Which file: a key of the `export_formats` at `/choices`, such as "json", the event file with everything."""

    kind = serializers.CharField(
        max_length=LONGEST_KEY, default="json", help_text="A key of `export_formats` at `/choices`."
    )

    def validate_kind(self, kind: str) -> str:
        """400 for a format that there is not."""
        if kind not in EXPORTERS:
            params = {"kind": kind, "known": ", ".join(EXPORTERS)}
            raise serializers.ValidationError(gettext("Unknown format %(kind)s. Known formats: %(known)s.") % params)
        return kind


class FileShape(serializers.Serializer[Any]):
    """A file as text: write it in UTF-8, line ends as they are, to have the same bytes as from the pages."""

    kind = serializers.CharField()
    file = serializers.CharField()


class EventFile(EventAPIView):
    """The whole event as a file."""

    path = "file"

    @extend_schema(parameters=[FileRequest], responses=FileShape)
    def get(self, request: Request, event_id: int) -> Response:
        """The event as a file (TRF, JSON, …), for its organisers. Refused if the format cannot express it."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.RUN_ROUNDS, event.scope)
        kind = self.validated_query(FileRequest)["kind"]
        return Response(FileShape({"kind": kind, "file": EXPORTERS[kind].serialize(load(event)).decode()}).data)


class PersonChosen(serializers.Serializer[Any]):
    """Who a player of the file is: `ref` is the pairing number there, or the place in the list."""

    ref = serializers.IntegerField(min_value=1, max_value=9999)
    person_id = IdField(allow_null=True)


LONGEST_FILE = 1024 * 1024
"""Letters of a file in a body, which is not larger. Pages and the command line take larger files."""


class EventImport(serializers.Serializer[Any]):
    """A file to take in: text as `file`, any file, XLSX and ODS too, in Base64 as `base64`, or sent before as `upload`.

    What the file does not say, as TRF does not name the game, can be said beside it.

    A player who is called as one member of the club is that member; `people` say otherwise, null for a new person. With
    `check` nothing is stored, and the answer says what would come of it. What the rules of pairing do not allow is
    asked: `confirm` holds keys of what was asked (409, code "confirm").
    """

    club = ClubField(help_text="The slug of the club that takes it.")
    file = serializers.CharField(
        max_length=LONGEST_FILE, trim_whitespace=False, required=False, help_text="The file itself, as text."
    )
    base64 = serializers.CharField(max_length=LONGEST_FILE, required=False)
    upload = UploadField()
    name = serializers.CharField(max_length=LONGEST, required=False, default="")
    rules = serializers.CharField(max_length=LONGEST_KEY, required=False, default="")
    format = serializers.CharField(max_length=LONGEST_KEY, required=False, default="")
    rated = serializers.BooleanField(allow_null=True, default=None)
    tie_breaks = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_KEY),
        max_length=MOST_TIE_BREAKS,
        required=False,
        allow_null=True,
        default=None,
        help_text="In the order in which they count. Null or left out, the file's, else those that give its ranks.",
    )
    people = PersonChosen(many=True, required=False)
    check = serializers.BooleanField(default=False)
    confirm = ConfirmField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """400 unless the file is there once."""
        return need_one_file(attrs, "file")


class MatchShape(serializers.Serializer[Any]):
    """A player of the file, who that may be, and who it is unless something else is said (null: a new person)."""

    ref = serializers.IntegerField(source="entry.ref")
    name = serializers.CharField(source="entry.name")
    candidates = CandidateShape(many=True)
    person_id = serializers.IntegerField(source="chosen", allow_null=True)


class Taken(serializers.Serializer[Any]):
    """What came, or would come, of a file. `event` is null where nothing was stored, `read_as` the format of the file.

    `breaches` say what the rules of pairing do not allow in its rounds: the first five of each kind, and how many more
    there are. `unchecked_from` is the first round that was not paired again, since that takes too long here (null: all
    were). `rank_differences` name each rank of the file that the tie-breaks do not give.
    """

    event = EventOne(allow_null=True)
    read_as = WordsField()
    repairs = serializers.ListField(child=WordsField())
    breaches = serializers.ListField(child=WordsField())
    unchecked_from = serializers.IntegerField(allow_null=True)
    tie_breaks = serializers.ListField(child=serializers.CharField())
    rank_differences = serializers.ListField(child=WordsField())
    rounds = serializers.IntegerField()
    games = serializers.IntegerField()
    players = MatchShape(many=True)


class ImportState(serializers.Serializer[Any]):
    """How far a worker is with a file: `done` of `total` pieces (null before it has begun, and afterwards).

    `is_over`: it was taken in as `event` (id), or it was not, for the reasons in `refusal`.
    """

    id = IdField()
    club = serializers.SlugField(source="club.slug")
    asked_at = serializers.DateTimeField()
    is_over = serializers.BooleanField()
    done = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)
    event = IdField(source="event_id", allow_null=True)
    refusal = serializers.ListField(child=WordsField())

    @classmethod
    def of(cls, asked: ImportRequest) -> dict[str, Any]:
        """How it stands now."""
        job = jobs.find(IMPORT, subject_of(asked)) if asked.content else None
        shape = {
            "id": asked.pk,
            "club": asked.club,
            "asked_at": asked.asked_at,
            "is_over": not asked.content,
            "done": job.done if job is not None and job.total else None,
            "total": job.total if job is not None and job.total else None,
            "event_id": asked.event_id,
            "refusal": [message for each in asked.refusal if (message := from_json(each)) is not None],
        }
        return dict(cls(shape).data)


class OneImport(BaseAPIView):
    """A large file that a worker takes in."""

    @extend_schema(responses=ImportState)
    def get(self, request: Request, import_id: int) -> Response:
        """The progress and outcome of an import, for one day. For accounts that may create events in the club."""
        actor = self.actor
        asked = get_object_or_404(ImportRequest.objects.select_related("club"), pk=import_id)
        require(actor, Permission.MAKE_EVENT, asked.club.scope)
        return Response(ImportState.of(asked))


class EventFiles(BaseAPIView):
    """Files that are brought."""

    @extend_schema(request=EventImport, responses={200: Taken, 201: Taken, 202: ImportState})
    def post(self, request: Request) -> Response:
        """Import a whole event from a file of this server, TRF, or a format of another program; every repair is listed.

        With more than 400 games, or records of more than 60,000 letters, a worker does it: 202, with its progress at
        `Location`.
        """
        sent = self.validated_body(EventImport)
        actor, club = self.actor, sent["club"]
        require(actor, Permission.MAKE_EVENT, club.scope)
        wishes = ImportOptions(
            time_zone=club.time_zone,
            today=timezone.localdate(),
            **{name: sent[name] for name in ("name", "rules", "format", "rated")},
            tie_breaks=tuple(sent["tie_breaks"]) if sent["tie_breaks"] is not None else None,
        )
        data = file_sent(sent, "file", actor)
        incoming = parse_sent(data, wishes)
        found = matches(incoming, club)
        if sent["check"]:
            return Response(_describe_import(None, incoming, found))
        chosen = {each["ref"]: each["person_id"] for each in sent.get("people", [])}
        if not chosen.keys() <= {entry.ref for entry in incoming.entries}:
            raise Http404
        people = {ref: person for ref, person in (known_people(found) | chosen).items() if person is not None}
        if import_requests.is_large(incoming):
            return self._ask(club, incoming, sent | {"data": data}, people)
        event = importing.import_event(club.pk, actor, incoming, people, confirm=sent["confirm"])
        version = journal.version(event.scope)
        made = EventOne.of(event, rows_of(event, version), version)
        forget_sent(sent, actor)
        return Response(_describe_import(made, incoming, found), status=status.HTTP_201_CREATED)

    def _ask(self, club: Club, incoming: ImportedEvent, sent: dict[str, Any], people: dict[int, int]) -> Response:
        """Let a worker take it in, who has no one to ask: what speaks against it is asked now."""
        confirm = tuple(sent["confirm"])
        importing.confirm_rounds(club, incoming, confirm)
        values = {name: sent[name] for name in ("name", "rules", "format", "rated")}
        tie_breaks = tuple(sent["tie_breaks"]) if sent["tie_breaks"] is not None else None
        choices = import_requests.Choices(**values, tie_breaks=tie_breaks, confirm=confirm)
        asked = import_requests.ask_for_import(club.pk, self.actor, sent["data"], choices, people)
        forget_sent(sent, self.actor)
        where = reverse("api-import", args=[asked.pk])
        return Response(ImportState.of(asked), status=status.HTTP_202_ACCEPTED, headers={"Location": where})


def _describe_import(event: dict[str, Any] | None, incoming: ImportedEvent, found: list[Match]) -> dict[str, Any]:
    check = check_rounds(incoming)
    breaches = [caution.message for caution in check.cautions]
    shape = {
        "read_as": Message(incoming.source),
        "repairs": incoming.repairs,
        "breaches": breaches,
        "unchecked_from": check.unchecked_from,
        "tie_breaks": list(incoming.plan.tie_breaks or ()),
        "rank_differences": incoming.ranks.differences if incoming.ranks else (),
        "rounds": len(incoming.rounds),
        "games": incoming.games,
        "players": found,
    }
    fields = Taken().fields.items()
    values = {
        name: None if shape[name] is None else field.to_representation(shape[name])
        for name, field in fields
        if name != "event"
    }
    return {"event": event, **values}


# --- many records handed in for the games of an event; `games.records.api` says what became of them -------


class RecordsNew(serializers.Serializer[Any]):
    """Any number of records, one after the other, for the games of an event: as `text`, or sent before as `upload`."""

    text = serializers.CharField(max_length=LONGEST_FILE, trim_whitespace=False, required=False)
    upload = UploadField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """400 unless the file is there once."""
        return need_one_file(attrs, "text")


class EventRecordFiles(EventAPIView):
    """Many records handed in for the games of an event."""

    path = "records"
    parser_classes = (JsonBody, TextBody)

    @extend_schema(
        request={"application/json": RecordsNew, "text/plain": OpenApiTypes.STR}, responses={202: RecordFileShape}
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Hand in many records, as JSON or as plain text. For arbiters of the event; workers check and store them."""
        sent = self.validated_body(RecordsNew)
        file = submit_records(self.event(event_id).scope, self.actor, file_sent(sent, "text", self.actor))
        forget_sent(sent, self.actor)
        return Response(RecordFileShape(file_report(file.pk)).data, status=status.HTTP_202_ACCEPTED)
