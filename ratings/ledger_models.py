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
