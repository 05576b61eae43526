"""Files that are sent in parts before anything is done with them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from common.file_contents import FileContent

LONGEST_FILE_NAME, DIGEST = 120, 64
"""Characters of a name, and of a SHA-256 in hexadecimal digits."""


class Upload(models.Model):
    """A file on its way in. Each of an account's files is there once, by its SHA-256, so a broken line is no loss.

    It is `is_whole` once all its parts are there and make the file of that digest, and is kept until what it was sent
    for has read it, or for a day after it was last used (`used_at`).
    """

    account = models.ForeignKey("Account", on_delete=models.CASCADE, related_name="uploads")
    name = models.CharField(max_length=LONGEST_FILE_NAME, blank=True)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=DIGEST)
    begun_at = models.DateTimeField()
    used_at = models.DateTimeField(db_index=True)
    is_whole = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "sha256"], name="a_file_is_sent_once_by_an_account"),
            models.CheckConstraint(condition=Q(size__gt=0), name="an_upload_holds_something"),
        ]

    def __str__(self) -> str:
        return f"upload {self.pk}"


class UploadPart(models.Model):
    """A piece of an upload's bytes; `number` counts from 1."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()
    content = FileContent()

    class Meta:
        ordering: ClassVar = ["upload", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["upload", "number"], name="one_part_of_an_upload_a_number"),
            models.CheckConstraint(condition=Q(number__gt=0), name="parts_of_an_upload_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of upload {self.upload_id}"
