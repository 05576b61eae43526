"""Lists as they were published, for citing."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class RatingList(models.Model):
    """One list as it stood at the beginning of the day `dated`. Rows are only ever added.

    Lists of a pool are numbered by their dates. Where games of an old list are corrected, it comes again with the next
    `version` beside the old one. `content` holds the rows (`ratings.core.list_content`) and `rows_digest` is theirs;
    `games_digest` is that of the `games` they were computed from, and `days` tells it for each day, so that two
    versions show where they part. `system`, `parameters` and `counts_at_once` are those of the pool then.
    `published_by` is the account that asked for it, None where the day had come.
    """

    pool = models.ForeignKey("ratings.Pool", on_delete=models.CASCADE, related_name="lists")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    dated = models.DateField()
    system = models.CharField(max_length=20)
    parameters = models.JSONField(default=dict)
    counts_at_once = models.BooleanField(default=False)
    games = models.PositiveIntegerField()
    games_digest = models.CharField(max_length=64)
    days = models.BinaryField()
    players = models.PositiveIntegerField()
    rows_digest = models.CharField(max_length=64)
    content = models.BinaryField()
    published_at = models.DateTimeField()
    published_by = models.BigIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["pool", "number", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "dated", "version"], name="a_list_is_published_once"),
            models.UniqueConstraint(fields=["pool", "number", "version"], name="lists_are_numbered"),
            models.CheckConstraint(condition=Q(number__gte=1, version__gte=1), name="lists_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"list {self.number}.{self.version} of pool {self.pool_id}"
