"""How many players an event takes, and who waits for a place."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from players.models import Person


class EntryLimit(models.Model):
    """That an event takes `most` players who register themselves. Without a row it takes all.

    `moves_up`: where a place becomes free while registration is open, whoever waits longest has it at once; else an
    organiser decides. Organisers enter players beyond the limit.
    """

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="entry_limit")
    most = models.PositiveIntegerField()
    moves_up = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=Q(most__gte=1), name="a_limit_lets_somebody_play")]

    def __str__(self) -> str:
        return f"{self.most} players in event {self.event_id}"


class WaitingPlayer(models.Model):
    """A person who waits for a place in an event. Whoever came first (the lower id) is first."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="waiting")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["event", "id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "person"], name="a_person_waits_once")]

    def __str__(self) -> str:
        return f"{self.person_id} waits for event {self.event_id}"
