"""The keys that the server signs with."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class SigningKey(models.Model):
    """A key of the server, Ed25519. One is in use; of those before it the public half stays, for what they signed.

    `public` is in hexadecimal digits. `private` is encrypted (`common.encryption`), and "" once the key was retired.
    """

    public = models.CharField(max_length=64, unique=True)
    private = models.TextField(blank=True)
    in_use = models.BooleanField(default=True)
    made_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["in_use"], condition=Q(in_use=True), name="one_signing_key_in_use"),
            models.CheckConstraint(
                condition=Q(in_use=True, retired_at=None) | Q(in_use=False, retired_at__isnull=False, private=""),
                name="retired_key_signs_nothing",
            ),
        ]

    def __str__(self) -> str:
        return f"signing key {self.public[:16]}"
