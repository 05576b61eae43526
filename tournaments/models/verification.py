"""Results that a second person at the desk has verified."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models import Claim


class VerifiedResult(models.Model):
    """That an account found a decision of another account right. Another decision about the game is not verified."""

    claim = models.OneToOneField(Claim, on_delete=models.CASCADE, related_name="verified")
    verified_by = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["claim"]

    def __str__(self) -> str:
        return f"claim {self.claim_id} is verified"
