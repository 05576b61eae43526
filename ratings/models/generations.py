"""Rows of which a pool shows one generation: a list that is written in parts is seen when the last part is there."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from django.db import models
from django.db.models import F, QuerySet, Subquery

FOREVER = 2**31 - 1
"""`until` of a row that nothing replaces."""
M = TypeVar("M", bound=models.Model)


class ShownManager(models.Manager[M]):
    """The rows that their pools show now."""

    def get_queryset(self) -> QuerySet[M]:
        shown: dict[str, Any] = {"since__lte": F("pool__generation"), "until__gt": F("pool__generation")}
        return super().get_queryset().filter(**shown)

    def of(self, pool: models.Model) -> QuerySet[M]:
        """The rows that this pool shows, in the order of an index that begins with the pool, if asked for in it.

        The database finds the generation before it looks for rows: of a join it expects too few, and sorts them all.
        """
        generation = Subquery(type(pool)._default_manager.filter(pk=pool.pk).order_by().values("generation"))
        shown: dict[str, Any] = {"pool": pool, "since__lte": generation, "until__gt": generation}
        return super().get_queryset().filter(**shown)


class Generations(models.Model):
    """A row of a pool from the generation `since` on, and before the generation `until`.

    `Pool.generation` says which is shown. `objects` are the rows of that one, `stored` are all: those of the one before
    go when the next is shown, those of the one to come are being written.
    """

    since = models.PositiveIntegerField(default=0, db_default=0)
    until = models.PositiveIntegerField(default=FOREVER, db_default=FOREVER)

    objects: ClassVar[ShownManager[Any]] = ShownManager()
    stored: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        abstract = True
