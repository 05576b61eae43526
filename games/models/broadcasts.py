"""How late the boards of a parent scope are shown while they are being recorded."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from common.journal.models import Scope


class Broadcast(models.Model):
    """The minutes by which everything that is recorded in a parent scope is shown late; without a row nothing is."""

    DELAYS: ClassVar = (5, 15, 30)

    parent_scope = models.OneToOneField(
        Scope, on_delete=models.CASCADE, related_name="broadcast", db_column="occasion_id"
    )
    delay = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(delay__in=(5, 15, 30)), name="a_broadcast_has_a_known_delay"),
        ]

    def __str__(self) -> str:
        return f"{self.parent_scope_id} {self.delay} min late"
