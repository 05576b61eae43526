"""Files of whole clubs, made for their organisers by a worker and kept for some days."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from common.file_contents import FileContent
from players.models import Club


class ClubFile(models.Model):
    """A club as a file (docs/club-files.md), kept in parts so that every node can hand it out.

    `account` asked for it. Without `sha256` it is still being made. `digest` is that of the digested parts, which is
    the same on every server where the club is; `left_out` lists what is not in it, each with `what` and `count`. `size`
    in bytes.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="files")
    account = models.BigIntegerField()
    asked_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    left_out = models.JSONField(default=list, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club"], condition=Q(sha256=""), name="one_club_file_is_made_at_a_time"),
            models.CheckConstraint(
                condition=Q(sha256="", made_at__isnull=True) | (~Q(sha256="") & Q(made_at__isnull=False)),
                name="a_club_file_has_its_digest_once_it_is_made",
            ),
        ]

    def __str__(self) -> str:
        return f"file {self.pk} of club {self.club_id}"


class ClubFilePart(models.Model):
    """A piece of the bytes of a club's file; `number` counts from 0."""

    file = models.ForeignKey(ClubFile, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = FileContent()

    class Meta:
        ordering: ClassVar = ["file", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["file", "number"], name="one_part_of_a_club_file_a_number"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.file_id}"
