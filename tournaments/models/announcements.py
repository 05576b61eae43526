"""What organisers tell the players of an event."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Announcement(models.Model):
    """What was told, to whom, and by which account. `topic` is what it is about; `number` counts those of an event.

    `round_number` is the round whose players it is for, None for other audiences. Once it is withdrawn, `note` says
    why, and no reader is shown the text.
    """

    class Topic(models.TextChoices):
        PAIRING = "pairing"
        LATE = "late"
        PRIZES = "prizes"
        WELCOME = "welcome"
        OTHER = "other"

    class Audience(models.TextChoices):
        ALL = "all"
        ENTRANTS = "entrants"
        CHECKED_IN = "checked-in"
        ROUND = "round"
        WAITING = "waiting"

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="announcements")
    number = models.PositiveIntegerField()
    topic = models.CharField(max_length=8, choices=Topic.choices)
    audience = models.CharField(max_length=10, choices=Audience.choices)
    round_number = models.PositiveIntegerField(null=True, blank=True)
    subject = models.CharField(max_length=120)
    text = models.TextField()
    written_by = models.BigIntegerField()
    written_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["event", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_announcement_a_number"),
            models.CheckConstraint(condition=~Q(subject="") & ~Q(text=""), name="announcements_say_something"),
            models.CheckConstraint(
                condition=Q(topic__in=("pairing", "late", "prizes", "welcome", "other")),
                name="announcement_of_a_known_topic",
            ),
            models.CheckConstraint(
                condition=Q(audience__in=("all", "entrants", "checked-in", "waiting"), round_number=None)
                | Q(audience="round", round_number__gte=1),
                name="announcement_to_a_known_audience",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at=None, note="") | (Q(withdrawn_at__isnull=False) & ~Q(note="")),
                name="who_withdraws_an_announcement_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"announcement {self.number} of event {self.event_id}"
