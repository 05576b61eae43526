"""Byes that players ask for."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class ByeRequest(models.Model):
    """A bye that an entry asked for, or the arbiter gave, before round `round_number` is paired.

    It stays when the round is paired: the one who takes the round back and pairs it again finds it there.
    """

    class Kind(models.TextChoices):
        FULL = "full"
        HALF = "half"
        ZERO = "zero"

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="bye_requests")
    round_number = models.PositiveIntegerField()
    kind = models.CharField(max_length=4, choices=Kind.choices)

    class Meta:
        ordering: ClassVar = ["round_number", "entry"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="one_bye_request_a_round"),
            models.CheckConstraint(condition=Q(kind__in=("full", "half", "zero")), name="bye_of_a_known_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} bye of {self.entry_id} in round {self.round_number}"
