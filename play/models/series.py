"""Series: several games of two, one after the other."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

SERIES_LENGTHS = (2, 4, 6, 8, 10)
"""Games of a series: as many with each colour."""


class Series(models.Model):
    """Games that two have agreed to play one after the other, with colours exchanged each time.

    It has ended when all `length` games were played, when one was aborted, or when a person left it.
    """

    length = models.PositiveSmallIntegerField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(length__in=SERIES_LENGTHS), name="a_series_has_as_many_games_a_colour"),
        ]

    def __str__(self) -> str:
        return f"series {self.pk}"
