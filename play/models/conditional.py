"""What players by correspondence have decided beforehand: their answers to turns that the opponent has not made."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models import Game
from players.models import Person


class ConditionalLine(models.Model):
    """A line of a player, whom alone it concerns: turns in official notation with blanks between.

    It applies when `ply` turns were made. Its first turn is the opponent's, or the answer that is about to be made.
    """

    LONGEST = 2500
    """Characters. An index of PostgreSQL takes 2,704 bytes."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="conditional_lines")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    turns = models.CharField(max_length=LONGEST)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person", "turns"], name="one_line_is_stored_once"),
            models.CheckConstraint(condition=~Q(turns=""), name="a_line_has_a_turn"),
        ]

    def __str__(self) -> str:
        return f"line {self.pk}"

    @property
    def tokens(self) -> list[str]:
        """Its turns, one by one."""
        return self.turns.split()
