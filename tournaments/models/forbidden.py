"""Entries that must not meet."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q


class ForbiddenGroup(models.Model):
    """Entries of whom no two may be paired, from `first_round` to `last_round` (None: to the end).

    Of a group that is avoided two may be, where the criteria of the pairing system leave no choice.
    """

    class Strength(models.TextChoices):
        """How much is done to keep the entries apart."""

        NEVER = "never"
        AVOID = "avoid"

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="forbidden_groups")
    first_round = models.PositiveIntegerField(default=1)
    last_round = models.PositiveIntegerField(null=True, blank=True)
    strength = models.CharField(max_length=5, choices=Strength.choices, default=Strength.NEVER)

    class Meta:
        ordering: ClassVar = ["event", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(first_round__gte=1) & (Q(last_round__isnull=True) | Q(last_round__gte=F("first_round"))),
                name="forbidden_for_rounds_in_order",
            ),
            models.CheckConstraint(condition=Q(strength__in=("never", "avoid")), name="forbidden_or_avoided"),
        ]

    def __str__(self) -> str:
        return f"forbidden from round {self.first_round}"


class ForbiddenEntry(models.Model):
    """That an entry is in a group of which no two may meet."""

    group = models.ForeignKey(ForbiddenGroup, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="forbidden_in")

    class Meta:
        ordering: ClassVar = ["group", "entry"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "entry"], name="once_in_a_forbidden_group"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.group_id}"
