"""Arenas: events in which the server pairs who is free while a clock runs."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q


class Arena(models.Model):
    """The time of an event whose format is an arena: there is one from its start on.

    Until `ends_at` the server pairs players who are free; games that are under way then are finished. Its games stand
    in rounds as those of all events do: the round of a game is the first in which neither player has one.
    """

    event = models.OneToOneField("Event", on_delete=models.CASCADE, primary_key=True, related_name="arena")
    started_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ends_at__gte=F("started_at")), name="an_arena_ends_after_it_starts")
        ]

    def __str__(self) -> str:
        return f"arena {self.pk}"


class ArenaPlayer(models.Model):
    """An entry whose player has joined an arena that runs. `ready_since`: None while the player pauses.

    One who has missed a game since then is not paired either (`tournaments.core.queries.arenas`).
    """

    entry = models.OneToOneField("Entry", on_delete=models.CASCADE, primary_key=True, related_name="arena_player")
    ready_since = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"player {self.pk} of an arena"
