"""What is sent of studies: read by endpoints, and by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import IdField, NumberField, VersionField
from games.models import Study
from games.studies.services.turns import LONGEST_TURNS
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS
from gipf_engine.studies.chapter import LONGEST_COMMENT, LONGEST_NAME, LONGEST_POSITION, MOST_MARKS, TURN_SIGNS
from gipf_engine.studies.text import LONGEST_FILE

LONGEST_MARK = 8


def studied_rules() -> list[str]:
    """The rules that studies can be of."""
    return sorted(key for key, rules in all_rules().items() if rules.seats == TWO_SEATS)


class _Start(serializers.Serializer[Any]):
    """A chapter: from the start of `rules` or a `position` text of them, from a `record` of a `game`, or as `text`."""

    rules = serializers.ChoiceField(studied_rules(), required=False, label=gettext_lazy("Game"))
    position = serializers.CharField(
        max_length=LONGEST_POSITION, default="", allow_blank=True, label=gettext_lazy("Position")
    )
    game = IdField(required=False)
    record = NumberField(required=False)
    text = serializers.CharField(
        max_length=LONGEST_FILE, default="", allow_blank=True, label=gettext_lazy("Study or record as text")
    )


@extend_schema_serializer(component_name="StudyNew")
class CreateStudyInput(_Start):
    """A new study, which is private until its settings say otherwise. Without a title, that of the text is taken."""

    title = serializers.CharField(max_length=LONGEST_NAME, default="", allow_blank=True, label=gettext_lazy("Title"))


@extend_schema_serializer(component_name="ChapterNew")
class AddChapterInput(_Start):
    """New chapters: one, or all of a text."""

    name = serializers.CharField(max_length=LONGEST_NAME, default="", allow_blank=True, label=gettext_lazy("Name"))


@extend_schema_serializer(component_name="StudySettings")
class EditStudyInput(serializers.Serializer[Any]):
    """What a study is called and who may read it. `club` is the slug of one of the owner's clubs."""

    title = serializers.CharField(max_length=LONGEST_NAME, label=gettext_lazy("Title"))
    visibility = serializers.ChoiceField(Study.Visibility.choices, label=gettext_lazy("Readers"))
    club = serializers.SlugField(
        max_length=60, required=False, allow_null=True, default=None, label=gettext_lazy("Club")
    )
    is_lesson = serializers.BooleanField(default=False, label=gettext_lazy("Lesson of the club"))
    version = VersionField()


@extend_schema_serializer(component_name="ChapterSettings")
class EditChapterInput(serializers.Serializer[Any]):
    """Another name of a chapter, or another place among the others, from 1."""

    name = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, required=False, label=gettext_lazy("Name"))
    place = NumberField(required=False)
    version = VersionField()


@extend_schema_serializer(component_name="StudyTurnsNew")
class PlayTurnsInput(serializers.Serializer[Any]):
    """Turns in any notation of the game, played after the turn `after` of the chapter (0: its start)."""

    after = NumberField()
    turns = serializers.CharField(max_length=LONGEST_TURNS)
    version = VersionField()


@extend_schema_serializer(component_name="Annotation")
class AnnotateTurnInput(serializers.Serializer[Any]):
    """What is said of the position after a turn. What is left out stays as it is."""

    comment = serializers.CharField(
        max_length=LONGEST_COMMENT, allow_blank=True, required=False, label=gettext_lazy("Comment")
    )
    sign = serializers.ChoiceField(TURN_SIGNS, allow_blank=True, required=False, label=gettext_lazy("Sign"))
    marks = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MARK), max_length=MOST_MARKS, required=False
    )
    version = VersionField()
