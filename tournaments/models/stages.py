"""Events in stages: events of one club that follow one another, each taking its players from the one before."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from players.models import Club


class StagePlan(models.Model):
    """What holds the stages together. Its scope is "stages:<id>" and lies in its club's, as those of the events do.

    It has no state of its own: everyone sees it who sees one of its events.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="stage_plans")
    name = models.CharField(max_length=80)
    about = models.TextField(max_length=2000, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(name=""), name="stage_plan_has_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"stages:{self.pk}"


class Stage(models.Model):
    """One stage, in the order of `number`. The first has the events that were there; all others take their players.

    `first` of each group of the stage before advance, and the `rest` best of all others; `seeding` says how they are
    numbered (`gipf_engine.tournament.stage_seeding`). `settings` are what its event has of its own: fields of
    `EventConfig`, the others are those of the stage before.
    """

    plan = models.ForeignKey(StagePlan, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    first = models.PositiveIntegerField(default=0)
    rest = models.PositiveIntegerField(default=0)
    seeding = models.CharField(max_length=5, default="cross")
    settings = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering: ClassVar = ["plan", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["plan", "number"], name="one_stage_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="stages_count_from_1"),
            models.CheckConstraint(condition=~Q(name=""), name="stage_has_a_name"),
            models.CheckConstraint(
                condition=Q(number=1, first=0, rest=0) | Q(number__gt=1, first__gte=1) | Q(number__gt=1, rest__gte=1),
                name="a_later_stage_takes_players",
            ),
            models.CheckConstraint(condition=Q(seeding__in=("place", "cross")), name="stage_of_a_known_seeding"),
        ]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.plan_id}"


class StageEvent(models.Model):
    """That an event is part of a stage: of one at most. A play-off belongs to the stage whose field it decides."""

    class Purpose(models.TextChoices):
        FIRST = "first"  # an event of the first stage
        NEXT = "next"  # the event that was made for a later stage
        PLAYOFF = "playoff"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="events")
    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="stage_event")
    purpose = models.CharField(max_length=7, choices=Purpose.choices)

    class Meta:
        ordering: ClassVar = ["stage", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage"], condition=Q(purpose="next"), name="a_stage_is_started_once"),
            models.CheckConstraint(
                condition=Q(purpose__in=("first", "next", "playoff")), name="stage_event_of_a_known_purpose"
            ),
        ]

    def __str__(self) -> str:
        return f"event {self.event_id} in stage {self.stage_id}"


class StageQualifier(models.Model):
    """Who was taken when a stage started: the entry in the stage before, and the seed.

    `entry` is an id and no foreign key: the row stays when that stage is undone, so that the page says what changed.
    """

    place = models.ForeignKey(StageEvent, on_delete=models.CASCADE, related_name="qualifiers")
    entry = models.BigIntegerField()
    seed = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["place", "seed"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["place", "entry"], name="an_entry_goes_on_once"),
            models.UniqueConstraint(fields=["place", "seed"], name="one_qualifier_a_seed"),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry} as seed {self.seed}"


class StagePass(models.Model):
    """That an entry of the stage before does not advance to `stage`, so that the next in order does.

    `entry` is an id and no foreign key, as in `StageQualifier`. `version` is that of the act in the entry's event,
    whose reason is kept there.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="passes")
    entry = models.BigIntegerField()
    version = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["stage", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "entry"], name="an_entry_is_passed_over_once")
        ]

    def __str__(self) -> str:
        return f"entry {self.entry} passed over in stage {self.stage_id}"
