"""The public games of a month as open data."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from common.file_contents import FileContent


class OpenMonth(models.Model):
    """The file of a month (its first day), kept in parts so that every node can hand it out.

    Without `sha256` it is still being made, and no one sees it; of each month there is one that is seen. `edition`
    counts the files of the month that differed, from 1. `checked_at`: when it was last found to be up to date.
    `size` in bytes.
    """

    month = models.DateField()
    edition = models.PositiveIntegerField(default=1)
    begun_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    games = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["-month", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["month"], condition=~Q(sha256=""), name="one_open_file_a_month"),
            models.CheckConstraint(condition=Q(edition__gte=1), name="editions_count_from_1"),
            models.CheckConstraint(
                condition=Q(sha256="", made_at__isnull=True)
                | (~Q(sha256="") & Q(made_at__isnull=False, checked_at__isnull=False)),
                name="an_open_file_has_its_digest_once_it_is_made",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}, edition {self.edition}"


class OpenMonthPart(models.Model):
    """A piece of the bytes of a month's file; `number` counts from 0."""

    file = models.ForeignKey(OpenMonth, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = FileContent()

    class Meta:
        ordering: ClassVar = ["file", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["file", "number"], name="one_part_of_an_open_file_a_number"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.file_id}"
