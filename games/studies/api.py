"""The endpoints of studies: lists, one with its chapters, and what is done to turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import renderers, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.entity_tags import TaggedState
from common.journal import queries as journal
from common.web import missing_is_404
from games.core.api_shapes import SeatShape
from games.models import Study, StudyChapter
from games.studies.access import Reader, club_called, find_study
from games.studies.queries import club_studies, own_studies, public_studies, study_lines
from games.studies.schemas import (
    AddChapterInput,
    AnnotateTurnInput,
    CreateStudyInput,
    EditChapterInput,
    EditStudyInput,
    PlayTurnsInput,
)
from games.studies.services.chapters import add_chapters, edit_chapter, remove_chapter
from games.studies.services.studies import copy_study, create_study, delete_study, edit_study
from games.studies.services.turns import annotate_turn, play_turns, promote_turn, remove_turns
from games.studies.sources import read_source
from games.studies.stored import need_open_chapter, tree_of, written_study
from gipf_engine.studies.chapter import Turn
from gipf_engine.studies.text import write_study
from players.core.api import BaseAPIView

# --- shapes ------------------------------------------------------------------------------------------


class StudyFilter(serializers.Serializer[Any]):
    """Which studies: your own, those of your clubs, or all public ones."""

    of = serializers.ChoiceField(("mine", "club", "public"), default="public")


class StudyRow(serializers.Serializer[Any]):
    """A study in a list. `slug` stands in its address."""

    slug = serializers.CharField()
    title = serializers.CharField()
    owner = SeatShape(source="author")
    visibility = serializers.ChoiceField(Study.Visibility.choices)
    club = serializers.SlugField(source="club.slug", default=None, allow_null=True)
    lesson = serializers.BooleanField(source="is_lesson")
    chapters = serializers.IntegerField()
    changed_at = serializers.DateTimeField()


class TurnShape(serializers.Serializer[Any]):
    """A turn of a chapter."""

    number = serializers.IntegerField()
    after = serializers.IntegerField(source="parent", allow_null=True)
    token = serializers.CharField()
    comment = serializers.CharField()
    sign = serializers.CharField()
    marks = serializers.ListField(child=serializers.CharField())


class ChapterShape(serializers.Serializer[Any]):
    """A chapter with its turns."""

    number = serializers.IntegerField(source="row.number")
    name = serializers.CharField(source="row.name")
    rules = serializers.CharField(source="row.rules")
    options = serializers.ListField(child=serializers.CharField(), source="row.options")
    setup = serializers.CharField(source="row.setup")
    handicap = serializers.CharField(source="row.handicap")
    position = serializers.CharField(source="row.position")
    turns = TurnShape(many=True)


class StudyOne(StudyRow):
    """A study with its chapters. `version` counts what was done to it; `game` is the one that it is about."""

    version = serializers.IntegerField()
    game = IdField(source="study.game_id", allow_null=True)
    parts = ChapterShape(many=True)


class ChaptersAdded(serializers.Serializer[Any]):
    """The numbers of chapters that were added."""

    numbers = serializers.ListField(child=serializers.IntegerField())


class TurnReached(serializers.Serializer[Any]):
    """The turn that a line leads to now, and how many turns were put into the tree."""

    number = serializers.IntegerField()
    added = serializers.IntegerField()


class StudyText(renderers.BaseRenderer):
    """A study as its text alone."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> str:
        return str(data.get("text", ""))


@dataclass(frozen=True)
class _Chapter:
    row: StudyChapter
    turns: Sequence[Turn]


# --- endpoints -----------------------------------------------------------------------------------------


class Studies(BaseAPIView):
    """Studies."""

    @extend_schema(parameters=[StudyFilter], responses=StudyRow(many=True))
    def get(self, request: Request) -> Response:
        """Studies, the last changed first."""
        of = self.validated_query(StudyFilter)["of"]
        if of == "mine":
            found = own_studies(self.actor)
        else:
            found = club_studies(self.actor) if of == "club" else public_studies()
        return self.paginate(found, StudyRow, study_lines)

    @extend_schema(request=CreateStudyInput, responses={201: StudyOne})
    def post(self, request: Request) -> Response:
        """Make a study of your own: from a record, a position, an empty board or a text. It is private at first."""
        values = self.validated_body(CreateStudyInput)
        with missing_is_404():
            source = read_source(values)
        title = values["title"] or source.title or gettext("Study")
        study = create_study(self.actor, title, source.chapters, game=source.game)
        return Response(StudyOne(_describe(study, self.actor)).data, status=status.HTTP_201_CREATED)


class StudyAPIView(BaseAPIView):
    """An endpoint of one study."""

    def state(self) -> TaggedState:
        """That of the study."""
        scope = self.study(self.kwargs["study_slug"]).scope
        return TaggedState(scope, journal.version(scope), scope)

    def study(self, study_slug: str) -> Study:
        """A study that the caller may read; 404 for others."""
        with missing_is_404():
            return find_study(study_slug, self.request.user)


class OneStudy(StudyAPIView):
    """One study."""

    renderer_classes = (renderers.JSONRenderer, StudyText)

    @extend_schema(responses={(200, "application/json"): StudyOne, (200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, study_slug: str) -> HttpResponseBase:
        """A study with its chapters; as text alone where text/plain is accepted."""
        study = self.study(study_slug)
        if request.accepted_renderer.format == StudyText.format:
            written = written_study(study)
            for chapter in written.chapters:
                need_open_chapter(request.user, chapter)
            return Response({"text": write_study(written)})
        return self.tagged(StudyOne(_describe(study, request.user)).data)

    @extend_schema(request=EditStudyInput, responses=StudyOne)
    def put(self, request: Request, study_slug: str) -> Response:
        """Change title, readers and club of a study of your own."""
        values = self.validated_body(EditStudyInput)
        self.study(study_slug)
        club = club_called(values.pop("club", None))
        study = edit_study(study_slug, self.actor, club=club, expect=values.pop("version", None), **values)
        return Response(StudyOne(_describe(study, self.actor)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, study_slug: str) -> Response:
        """Delete a study of your own permanently."""
        self.need_actor()
        self.study(study_slug)
        delete_study(study_slug, self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CopiedStudy(StudyAPIView):
    """A copy."""

    @extend_schema(request=None, responses={201: StudyOne})
    def post(self, request: Request, study_slug: str) -> Response:
        """Make a study of your own from one that you can read."""
        self.need_actor()
        made = copy_study(self.study(study_slug).slug, self.actor)
        return Response(StudyOne(_describe(made, self.actor)).data, status=status.HTTP_201_CREATED)


class Chapters(StudyAPIView):
    """The chapters of a study."""

    @extend_schema(request=AddChapterInput, responses={201: ChaptersAdded})
    def post(self, request: Request, study_slug: str) -> Response:
        """Add chapters to a study of your own."""
        values = self.validated_body(AddChapterInput)
        self.study(study_slug)
        with missing_is_404():
            source = read_source(values)
        numbers = add_chapters(study_slug, self.actor, source.chapters)
        return Response(ChaptersAdded({"numbers": numbers}).data, status=status.HTTP_201_CREATED)


class OneChapter(StudyAPIView):
    """One chapter of a study."""

    @extend_schema(request=EditChapterInput, responses={204: None})
    def patch(self, request: Request, study_slug: str, chapter: int) -> Response:
        """Rename or move a chapter of a study of your own."""
        values = self.validated_body(EditChapterInput)
        self.study(study_slug)
        edit_chapter(study_slug, self.actor, chapter, expect=values.pop("version", None), **values)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, study_slug: str, chapter: int) -> Response:
        """Remove a chapter of a study of your own with all of its turns."""
        self.need_actor()
        self.study(study_slug)
        remove_chapter(study_slug, self.actor, chapter, expect=None)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ChapterTurns(StudyAPIView):
    """The turns of a chapter."""

    @extend_schema(request=PlayTurnsInput, responses={201: TurnReached})
    def post(self, request: Request, study_slug: str, chapter: int) -> Response:
        """Play turns after one of a chapter of your own. If one is illegal, nothing is stored."""
        values = self.validated_body(PlayTurnsInput)
        self.study(study_slug)
        expect = values.get("version")
        done = play_turns(study_slug, self.actor, chapter, values["after"], values["turns"], expect=expect)
        return Response(TurnReached(done).data, status=status.HTTP_201_CREATED)


class OneStudyTurn(StudyAPIView):
    """One turn of a chapter."""

    @extend_schema(request=AnnotateTurnInput, responses={204: None})
    def patch(self, request: Request, study_slug: str, chapter: int, turn: int) -> Response:
        """Comment on the position after a turn: text, sign and marks."""
        values = self.validated_body(AnnotateTurnInput)
        self.study(study_slug)
        annotate_turn(study_slug, self.actor, chapter, turn, expect=values.pop("version", None), **values)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, study_slug: str, chapter: int, turn: int) -> Response:
        """Remove a turn with all that follow it."""
        self.need_actor()
        self.study(study_slug)
        remove_turns(study_slug, self.actor, chapter, turn, expect=None)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PromotedTurn(StudyAPIView):
    """The main line."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, study_slug: str, chapter: int, turn: int) -> Response:
        """Let the main line of a chapter lead to this turn."""
        self.need_actor()
        self.study(study_slug)
        promote_turn(study_slug, self.actor, chapter, turn, expect=None)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _describe(study: Study, reader: Reader) -> dict[str, Any]:
    """A study with its chapters. Raises `FairPlayRefused`."""
    rows = list(study.chapters.order_by("place").prefetch_related("turns"))
    trees = [tree_of(row, row.turns.all()) for row in rows]
    for tree in trees:
        need_open_chapter(reader, tree)
    parts = [_Chapter(row, tree.turns) for row, tree in zip(rows, trees, strict=True)]
    (line,) = study_lines([study])
    known = {field.name: getattr(line, field.name) for field in fields(line)}
    known["author"] = line.author
    return known | {"chapters": len(rows), "version": journal.version(study.scope), "study": study, "parts": parts}
