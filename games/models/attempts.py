"""Attempts at a solitaire: one person, one deal, turn by turn."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from common.journal.models import Scope
from players.models import Person


class Attempt(models.Model):
    """How one person plays one deal: its turns are rows from the moment that they are played.

    Its own scope is "attempt:<id>", below `parent_scope`, the scope that it belongs to. `setup` has what lies face down
    too: it is read through `games.core.replay` and `Position.view` alone until the attempt is `published`. `seconds`
    is what there is from `begun_at` to `deadline`, None for no limit. `counts` are the rules' `solo_counts`, by key;
    None where nothing was played. `handed_in_by` is the account that brought a record of play over the board; `fault`
    is the turn of a record that the deal does not allow: what comes before it stands as the attempt's turns.
    """

    class Result(models.TextChoices):
        WON = "won"
        LOST = "lost"
        OPEN = "open"  # given up, or ended before its rules did

    class Ending(models.TextChoices):
        RULES = "rules"
        RESIGNED = "resigned"
        TIME = "time"
        ARBITER = "arbiter"
        UNPLAYED = "unplayed"  # never begun
        RECORD = "record"  # the record that its player handed in does not fit the deal

    parent_scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="attempts", db_column="occasion_id")
    player = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="attempts")
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=list, blank=True)
    setup = models.CharField(max_length=120)
    seconds = models.PositiveIntegerField(null=True, blank=True)
    begun_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=8, choices=Ending.choices, blank=True)
    result = models.CharField(max_length=4, choices=Result.choices, blank=True)
    counts = models.JSONField(null=True, blank=True)
    handed_in_by = models.BigIntegerField(null=True, blank=True)
    fault = models.CharField(max_length=20, blank=True)
    published = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ending="", result="")
                | (Q(ended_at__isnull=False) & ~Q(ending="") & ~Q(result="")),
                name="attempt_ends_once_and_says_how",
            ),
            models.CheckConstraint(
                condition=Q(ending__in=("", "rules", "resigned", "time", "arbiter", "unplayed", "record")),
                name="attempt_ends_in_a_known_way",
            ),
            models.CheckConstraint(
                condition=Q(result__in=("", "won", "lost", "open")), name="attempt_has_a_known_result"
            ),
            models.CheckConstraint(
                condition=Q(deadline__isnull=True)
                | Q(begun_at__isnull=False, deadline__gt=F("begun_at"), seconds__isnull=False),
                name="deadline_of_an_attempt_that_began",
            ),
            models.CheckConstraint(
                condition=Q(fault="") | Q(ended_at__isnull=False), name="only_what_ended_has_a_fault"
            ),
            models.CheckConstraint(
                condition=Q(published=False) | Q(ended_at__isnull=False), name="only_what_ended_is_published"
            ),
        ]

    def __str__(self) -> str:
        return f"attempt {self.pk}"

    @property
    def scope(self) -> str:
        return f"attempt:{self.pk}"

    def is_over(self, now: datetime) -> bool:
        """Whether it has ended, also where its time ran out and no one noted that yet."""
        return self.ended_at is not None or (self.deadline is not None and now >= self.deadline)


class AttemptTurn(models.Model):
    """A turn of an attempt, in official notation. Rows are only ever added; the database refuses to change one."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="turns")
    ply = models.PositiveIntegerField()
    token = models.CharField(max_length=20)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["attempt", "ply"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attempt", "ply"], name="one_turn_a_ply"),
            models.CheckConstraint(condition=Q(ply__gte=1), name="turns_count_from_1"),
        ]

    def __str__(self) -> str:
        return self.token
