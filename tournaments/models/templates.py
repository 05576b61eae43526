"""Settings of events that a club keeps under a name, to make new ones from."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from players.models import Club

LONGEST_TEMPLATE_NAME = 60


class EventTemplate(models.Model):
    """What an event of a club is to be like. `plan` has fields of `EventConfig` as plain values, without name and days.

    `standard_rules`: whether such an event is held under them.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="event_templates")
    name = models.CharField(max_length=LONGEST_TEMPLATE_NAME)
    plan = models.JSONField()
    standard_rules = models.BooleanField()
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="one_template_a_name"),
            models.CheckConstraint(condition=~models.Q(name=""), name="template_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
