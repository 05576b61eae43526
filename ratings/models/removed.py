"""Games that an administrator took out of the server's lists."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models import Game


class RemovedGame(models.Model):
    """A rated game that its players arranged, taken out of the server's lists for a `reason`. Put back, the row goes.

    The journal of the scope "rated-games" keeps every such act.
    """

    LONGEST = 300

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="removed_from_lists")
    reason = models.CharField(max_length=LONGEST)
    at = models.DateTimeField()
    by = models.BigIntegerField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(reason=""), name="a_game_is_removed_for_a_reason")]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.reason}"
