"""What belongs to the lines of an event's journal: why an act was done, and how the event was before."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Reason(models.Model):
    """Why an arbiter did what a line of the event's journal says. Apart from it, so that a name can go.

    `version` is the line's: the version of the event's scope that the act made.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="reasons")
    version = models.PositiveIntegerField()
    text = models.CharField(max_length=300)

    class Meta:
        ordering: ClassVar = ["event", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "version"], name="one_reason_an_act"),
            models.CheckConstraint(condition=~Q(text=""), name="reason_of_an_act_says_something"),
        ]

    def __str__(self) -> str:
        return self.text


class RestorePoint(models.Model):
    """An event as it was before an act that is risky. For arbiters alone: it may hold what is still hidden.

    `version` is that of the journal's line of the act. `content` is what `tournaments.core.saved_event` packs. Rows
    are only ever added; the database refuses to change one.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="restore_points")
    version = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["event", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "version"], name="one_restore_point_an_act"),
        ]

    def __str__(self) -> str:
        return f"point before {self.version} of event {self.event_id}"
