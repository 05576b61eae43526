"""How the ledger of a pool is kept."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from players.models import Person
from ratings.models.generations import Generations


class History(Generations):
    """The ledger's lines of one person in one pool: what each event did to his rating, the oldest first.

    The ledger is derived: it is replayed from the games whenever a result changes. All lines stand in one row, so that
    a list of a million games is written in seconds; `ratings.core.packed_lines` says how, `ratings.core.lines` reads
    them. How a change came about follows from the event's games and the lines of its other players, so it is not
    stored again.
    """

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="histories")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="rating_histories")
    lines = models.BinaryField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "person", "since"], name="one_history_a_person"),
            models.CheckConstraint(condition=Q(until__gt=F("since")), name="histories_are_shown_once"),
        ]

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


class Run(models.Model):
    """A recompute of a pool's ledger that wrote something, or was overtaken by others each time it wanted to.

    Written in the transaction of its last part; `ratings.pools.services.runs` keeps the newest of each pool.
    `taken_up` is the day of the checkpoint that it began from, None for nothing. `games`: how many were read;
    `input_digest` is their fingerprint with system and parameters, `output_digest` that of the ledger, "" where there
    is none. `rows`: how many were written.
    """

    class Ending(models.TextChoices):
        """Why it stopped."""

        FINISHED = "finished", "finished"
        OVERTAKEN = "overtaken", "overtaken"

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="runs")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    ending = models.CharField(max_length=10, choices=Ending.choices)
    taken_up = models.DateField(null=True)
    games = models.PositiveIntegerField(default=0)
    rows = models.PositiveIntegerField(default=0)
    input_digest = models.CharField(max_length=64, blank=True)
    output_digest = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["pool", "-id"]
        indexes: ClassVar = [models.Index(fields=["pool", "-id"], name="runs_of_a_pool")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ended_at__gte=F("began_at")), name="runs_end_after_they_began"),
            models.CheckConstraint(condition=Q(ending__in=["finished", "overtaken"]), name="runs_end_in_known_ways"),
        ]

    def __str__(self) -> str:
        return f"pool {self.pool_id}: {self.rows} rows, {self.ending}"

    @property
    def seconds(self) -> float:
        """How long it took."""
        return (self.ended_at - self.began_at).total_seconds()
