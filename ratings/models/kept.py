"""The games that a long list counts, kept as they were read, so that a recompute need not read a million of them again.

On PostgreSQL alone. Triggers note which days changed, in the transaction of whoever changes a game, by whatever way.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class KeptGames(models.Model):
    """A list whose games are kept. `read_by` is the fingerprint of the question that they answer, "" while some lack.

    `checked_at`: when they were last compared with the games themselves.
    """

    pool = models.OneToOneField("ratings.Pool", on_delete=models.CASCADE, related_name="+", primary_key=True)
    read_by = models.CharField(max_length=64, blank=True)
    checked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"games of pool {self.pool_id}"


class GamesOfDay(models.Model):
    """All games of a list that count from one day, as `ratings.core.kept_games` packs them."""

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    games = models.BinaryField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "day"], name="games_of_a_day_once")]

    def __str__(self) -> str:
        return f"pool {self.pool_id}, {self.day}"


class ChangedDay(models.Model):
    """Something of the games of this day changed since they were kept; of any day where it is None.

    Rows are added by triggers, as often as something changes, and go with the recompute that has read them: it removes
    exactly those that it saw. No constraint leads to the list: where it goes together with its games, that may be noted
    after its own rows went.
    """

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="+", db_constraint=False)
    day = models.DateField(null=True)

    def __str__(self) -> str:
        return f"pool {self.pool_id}, {self.day}"
