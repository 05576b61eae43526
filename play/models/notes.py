"""What players write down beside their games, for themselves alone."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models import Game
from players.models import Person


class GameNote(models.Model):
    """A private note of a player of a game, which only `person` reads: one a player and game, and none is empty."""

    LONGEST = 2000

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes_of_players")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="one_note_a_player_and_game"),
            models.CheckConstraint(condition=~Q(text=""), name="a_note_says_something"),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"
