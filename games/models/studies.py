"""Studies: chapters of turns with variations and what is said about them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from gipf_engine.studies.chapter import LONGEST_COMMENT, LONGEST_NAME, LONGEST_POSITION, TURN_SIGNS
from players.models import Club, Person


class Study(models.Model):
    """A study, which its `owner` writes. Its scope is "study:<id>", in which each change is an act.

    `slug` stands in its address and cannot be guessed: the one who knows it may read a study with `visibility` "link".
    `club`: the members of this one may read it ("club"), and it may be one of the club's lessons (`is_lesson`).
    `game`: whose record it began with.
    """

    class Visibility(models.TextChoices):
        PRIVATE = "private"
        LINK = "link"
        CLUB = "club"
        PUBLIC = "public"

    slug = models.CharField(max_length=24, unique=True)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="studies")
    title = models.CharField(max_length=LONGEST_NAME)
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PRIVATE)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="studies")
    is_lesson = models.BooleanField(default=False)
    game = models.ForeignKey("games.Game", on_delete=models.SET_NULL, null=True, blank=True, related_name="studies")
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "studies"
        ordering: ClassVar = ["-changed_at", "-pk"]
        indexes: ClassVar = [models.Index(fields=["visibility", "-changed_at"], name="studies_that_are_newest")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(title="") & ~Q(slug=""), name="study_has_a_title_and_an_address"),
            models.CheckConstraint(
                condition=Q(visibility__in=("private", "link", "club", "public")), name="study_of_a_known_visibility"
            ),
            models.CheckConstraint(condition=~Q(visibility="club") | Q(club__isnull=False), name="study_for_some_club"),
            models.CheckConstraint(
                condition=Q(is_lesson=False) | Q(club__isnull=False, visibility__in=("club", "public")),
                name="a_lesson_can_be_read_in_its_club",
            ),
        ]

    def __str__(self) -> str:
        return f"study {self.pk}"

    @property
    def scope(self) -> str:
        """The key of the scope that it is changed in."""
        return f"study:{self.pk}"


class StudyChapter(models.Model):
    """A chapter of a study, called `number` in it for good; `place` says where it stands.

    It starts where its rules do, with `setup` and `handicap`, or from the position text `position`.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="chapters")
    number = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=list, blank=True)
    setup = models.CharField(max_length=120, blank=True)
    handicap = models.CharField(max_length=10, blank=True)
    position = models.CharField(max_length=LONGEST_POSITION, blank=True)

    class Meta:
        ordering: ClassVar = ["study", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["study", "number"], name="one_chapter_a_number"),
        ]

    def __str__(self) -> str:
        return f"chapter {self.number} of {self.study_id}"


class StudyTurn(models.Model):
    """A turn of a chapter, called `number` in it for good; 0 is the start, which alone has no `parent`.

    Of the turns after one `parent` that with the lowest `place` goes on with its line.
    """

    chapter = models.ForeignKey(StudyChapter, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True)
    place = models.PositiveIntegerField(default=0)
    token = models.CharField(max_length=200, blank=True)
    comment = models.TextField(max_length=LONGEST_COMMENT, blank=True)
    sign = models.CharField(max_length=2, blank=True)
    marks = models.JSONField(default=list, blank=True)

    class Meta:
        ordering: ClassVar = ["chapter", "place", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["chapter", "number"], name="one_turn_a_number_in_a_chapter"),
            models.UniqueConstraint(fields=["chapter", "parent", "token"], name="a_turn_stands_once_after_another"),
            models.CheckConstraint(
                condition=Q(number=0, parent__isnull=True, token="", sign="")
                | Q(number__gt=0, parent__isnull=False, parent__lt=models.F("number")) & ~Q(token=""),
                name="a_turn_follows_an_earlier_one",
            ),
            models.CheckConstraint(condition=Q(sign__in=("", *TURN_SIGNS)), name="a_sign_that_judges_a_turn"),
        ]

    def __str__(self) -> str:
        return f"turn {self.number} of {self.chapter_id}"
