"""What the collection of all games is searched by."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class IndexedPosition(models.Model):
    """One position of a record, found by its `key` (`gipf_engine.rules.position_key`), whichever way it was reached.

    `next_key` is that of the position after the next turn, None at the end. The game is repeated here, so that games
    are found without their records. Rows are written with the record, or later by a job (`Record.indexed`).
    """

    pk = models.CompositePrimaryKey("record_id", "ply")
    record = models.ForeignKey("games.Record", on_delete=models.CASCADE, related_name="positions", db_index=False)
    ply = models.PositiveIntegerField()
    # It goes with its record: a cascade of its own would look through all rows for those of a game.
    game = models.ForeignKey(
        "games.Game", on_delete=models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False
    )
    key = models.BigIntegerField()
    next_key = models.BigIntegerField(null=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["key", "game", "next_key"], name="games_by_position")]

    def __str__(self) -> str:
        return f"position {self.ply} of record {self.record_id}"
