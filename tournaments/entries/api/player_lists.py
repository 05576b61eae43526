"""The endpoint of lists of players from spreadsheets: who is in it, and registering them."""

from __future__ import annotations

from collections.abc import Collection
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
from common.translation import translate_message
from common.workbooks import MOST_COLUMNS, MOST_SHEETS
from gipf_engine.messages import SEPARATOR
from gipf_engine.player_lists.decoding import ENCODINGS
from gipf_engine.player_lists.meanings import COLUMNS, Sheet, key_of_line
from players.core.limits import take_heavy
from players.models import Person
from players.permissions import require
from players.roles import Permission
from players.uploads.api import UploadField, file_sent, forget_sent, need_one_file
from tournaments.core.api import EventAPIView
from tournaments.core.schemas import Versioned
from tournaments.entries.lists.player_lists import FoundList, PlayerMatch, match_players, read_list
from tournaments.entries.lists.tables import read_file
from tournaments.entries.queries import entered_in
from tournaments.entries.services import entries as listed_entries
from tournaments.entries.services.entries import ListedEntry

LONGEST_FILE = 1024 * 1024
"""Letters of a file in a body. A larger one is sent in parts before."""
MEANINGS = list(COLUMNS)
"""What columns can hold; empty for one that is not used."""


class CandidateShape(serializers.Serializer[Any]):
    """A person who is called so."""

    person_id = IdField(source="id")
    name = serializers.CharField()
    country = serializers.CharField()
    clubs = serializers.ListField(child=serializers.CharField())


class ListColumn(serializers.Serializer[Any]):
    """A column as it is understood. One that is not used has an empty meaning; the examples say what is dropped."""

    head = serializers.CharField()
    meaning = serializers.ChoiceField(choices=MEANINGS, allow_blank=True)
    examples = serializers.ListField(child=serializers.CharField())


class ListSheet(serializers.Serializer[Any]):
    """A sheet of a workbook, or a table of a page."""

    name = serializers.CharField()
    lines = serializers.SerializerMethodField()

    def get_lines(self, sheet: Sheet) -> int:
        """How many lines it has."""
        return len(sheet.table)


class ListedPerson(serializers.Serializer[Any]):
    """Who the player of a `line` is: a person, or null for a new person; `skip` leaves the line out."""

    line = NumberField(min_value=1)
    person_id = IdField(allow_null=True, default=None)
    skip = serializers.BooleanField(default=False)


class ListAnswer(serializers.Serializer[Any]):
    """An answer to a question about the list: the keys of both."""

    question = serializers.CharField(max_length=40)
    choice = serializers.CharField(max_length=40)


class ListChoice(serializers.Serializer[Any]):
    """One answer that a question has."""

    choice = serializers.CharField(source="key")
    text = WordsField(source="label")


class ListQuestion(serializers.Serializer[Any]):
    """Where the list may be read wrongly; `answer` is the choice that was sent or that the list suggests."""

    question = serializers.CharField(source="key")
    message = WordsField()
    choices = ListChoice(many=True)
    answer = serializers.CharField(allow_blank=True)


class PlayersFile(Versioned):
    """A list of players: text as `text`, any file, XLSX and PDF too, in Base64 as `base64`, or sent before as `upload`.

    With `check` nothing is stored, and the answer says who everybody would be. Columns are recognised by their heads
    or by what is in them; `columns` says otherwise, a meaning for each. One who is called nearly as a member
    (`is_near`) has to be named in `people`. Where the list may be read wrongly the answer has `questions`: nothing is
    stored before `answers` has a choice for each.
    """

    text = serializers.CharField(max_length=LONGEST_FILE, trim_whitespace=False, required=False)
    base64 = serializers.CharField(max_length=LONGEST_FILE, required=False)
    upload = UploadField()
    columns = serializers.ListField(
        child=serializers.ChoiceField(choices=MEANINGS, allow_blank=True),
        max_length=MOST_COLUMNS,
        required=False,
    )
    sheet = NumberField(max_value=MOST_SHEETS - 1, required=False)
    encoding = serializers.ChoiceField(choices=list(ENCODINGS), required=False)
    people = ListedPerson(many=True, required=False)
    answers = ListAnswer(many=True, required=False)
    check = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """400 unless the file is there once."""
        return need_one_file(attrs, "text")


class ListedPlayerShape(serializers.Serializer[Any]):
    """A player of the list, who that may be, and who it is unless something else is said (null: a new person)."""

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


class ListLineLeftOut(serializers.Serializer[Any]):
    """A line that is no player, and why it was taken for none."""

    line = serializers.IntegerField()
    text = serializers.CharField()
    message = WordsField()


class PlayersRead(serializers.Serializer[Any]):
    """A list as it is understood: its columns, what is wrong, its players; `entries` are ids, null with `check`.

    Each line is a player, has a problem, or is among those that were left out. `questions` say where that may be wrong.
    """

    sheets = ListSheet(many=True)
    sheet = serializers.IntegerField()
    encoding = serializers.CharField()
    columns = ListColumn(many=True)
    problems = ListProblem(many=True)
    left_out = ListLineLeftOut(many=True)
    questions = ListQuestion(many=True)
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
        data = file_sent(sent, "text", self.actor)
        file = read_file(data, partial(take_heavy, request), sent.get("encoding", ""))
        answers = {each["question"]: each["choice"] for each in sent.get("answers", [])}
        found = read_list(file, timezone.localdate(), sent.get("columns"), sent.get("sheet"), answers)
        _check_answers(found, answers)
        matches = match_players(found.players, event.club, entered_in(self.rows(event)))
        if sent["check"]:
            return Response(_describe_list(found, matches, None))
        _need_answers(found, {key_of_line(each["line"]) for each in sent.get("people", [])})
        chosen = _choose(matches, sent.get("people", []))
        try:
            made = listed_entries.enter_listed(event.pk, self.actor, chosen, expect=sent.get("version"))
        except Person.DoesNotExist:
            raise Http404 from None
        forget_sent(sent, self.actor)
        return Response(_describe_list(found, matches, [entry.pk for entry in made]), status=status.HTTP_201_CREATED)


def _check_answers(found: FoundList, answers: dict[str, str]) -> None:
    """400 for an answer that no question has."""
    known = {question.key: {choice.key for choice in question.choices} for question in found.questions}
    wrong = [
        gettext("“%(choice)s” does not answer the question “%(question)s”.") % {"choice": choice, "question": question}
        for question, choice in answers.items()
        if choice not in known.get(question, ())
    ]
    if wrong:
        raise serializers.ValidationError({"answers": wrong})


def _need_answers(found: FoundList, settled: Collection[str]) -> None:
    """400 where a question is open, with what can be answered. Who a line is, or that it is left out, settles one."""
    asked = [
        gettext("%(message)s Answer the question “%(question)s” with one of: %(choices)s.")
        % {
            "message": translate_message(question.message),
            "question": question.key,
            "choices": gettext(SEPARATOR).join(
                f"{choice.key} ({translate_message(choice.label)})" for choice in question.choices
            ),
        }
        for question in found.open_questions
        if question.key not in settled
    ]
    if asked:
        raise serializers.ValidationError({"answers": asked})


def _choose(matches: list[PlayerMatch], people: list[dict[str, Any]]) -> list[ListedEntry]:
    """Whom to register. 400 where a person has to say who a player is, or says so of a line that is none."""
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


def _describe_list(found: FoundList, matches: list[PlayerMatch], entries: list[int] | None) -> dict[str, Any]:
    shape = {"sheets": found.file.sheets, "sheet": found.sheet, "encoding": found.file.encoding}
    shape |= {"columns": found.columns, "problems": found.problems, "left_out": found.left_out}
    shape |= {"questions": found.questions}
    return dict(PlayersRead(shape | {"players": matches, "entries": entries}).data)
