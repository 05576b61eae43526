"""Archives of all public records, as they are kept for one who downloads them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from common.file_contents import FileContent


class RecordArchive(models.Model):
    """All public records as one file (`gipf_engine.rules.archive`), kept in parts so that every node can hand it out.

    `state` says what it was made of: as long as the server's is the same, it is up to date. Without `sha256` it is
    still being made, and no one sees it. `checked_at`: when it was last found to be up to date. `size` in bytes.
    """

    state = models.CharField(max_length=120)
    begun_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    records = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(sha256="", made_at__isnull=True)
                | (~Q(sha256="") & Q(made_at__isnull=False, checked_at__isnull=False)),
                name="an_archive_has_its_digest_once_it_is_made",
            ),
        ]

    def __str__(self) -> str:
        return f"archive {self.pk}"


class ArchivePart(models.Model):
    """A piece of an archive's bytes; `number` counts from 0."""

    archive = models.ForeignKey(RecordArchive, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = FileContent()

    class Meta:
        ordering: ClassVar = ["archive", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["archive", "number"], name="one_part_of_an_archive_a_number"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of archive {self.archive_id}"
