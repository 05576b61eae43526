"""How the ledger of a pool is kept."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from players.models import Person


class History(models.Model):
    """The ledger's lines of one person in one pool: what each event did to his rating, the oldest first.

    The ledger is derived: it is replayed from the games whenever a result changes. All lines stand in one row, so that
    a list of a million games is written in seconds; `ratings.packed_lines` says how, `ratings.lines` reads them. How a
    change came about follows from the event's games and the lines of its other players, so it is not stored again.
    """

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="histories")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="rating_histories")
    lines = models.BinaryField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "person"], name="one_history_a_person")]

    def __str__(self) -> str:
        return f"{self.person_id} in pool {self.pool_id}"


class Checkpoint(models.Model):
    """Where a rating system stood after the period of `day`, so that later ones can be rated from there.

    `digest` is the fingerprint of all games up to there with system and parameters: a checkpoint is taken up where the
    games of today have the same one, and never else. `games`: how many these are. `state`: the system's own bytes;
    `counts`: by person how many lines there were.
    """

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="checkpoints")
    day = models.DateField()
    games = models.PositiveIntegerField()
    digest = models.BinaryField(max_length=32)
    state = models.BinaryField()
    counts = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["pool", "games"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "games"], name="one_checkpoint_a_place")]

    def __str__(self) -> str:
        return f"pool {self.pool_id} after {self.games} games"
