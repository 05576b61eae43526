"""Games of medleys that a player chooses."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class GameChoice(models.Model):
    """Which player of a pairing chooses what is played, and what was chosen: `rules`, "" as long as it is open.

    Until then the game has no board on this server, takes no result, and is the one that follows where no choice is
    made in time. `due_at` is when that is settled; None: when an arbiter does it.
    """

    paired_game = models.OneToOneField("tournaments.PairedGame", on_delete=models.CASCADE, related_name="choice")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.RESTRICT, related_name="+")
    rules = models.CharField(max_length=40, blank=True, default="")
    due_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["paired_game"]

    def __str__(self) -> str:
        return f"choice of game {self.paired_game_id}"
