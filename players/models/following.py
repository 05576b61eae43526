"""Whom and which clubs accounts follow, and who wants no followers."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Follow(models.Model):
    """That an account wants to know of the games of a `person`, or of what a `club` announces."""

    account = models.ForeignKey("Account", on_delete=models.CASCADE, related_name="follows")
    person = models.ForeignKey("Person", on_delete=models.CASCADE, null=True, blank=True, related_name="followers")
    club = models.ForeignKey("Club", on_delete=models.CASCADE, null=True, blank=True, related_name="followers")
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "person"], name="a_person_is_followed_once"),
            models.UniqueConstraint(fields=["account", "club"], name="a_club_is_followed_once"),
            models.CheckConstraint(
                condition=Q(person__isnull=True, club__isnull=False) | Q(person__isnull=False, club__isnull=True),
                name="a_person_or_a_club_is_followed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} follows {self.person_id or self.club_id}"


class NoFollowers(models.Model):
    """That a person is to have no followers: by choice, or that of who looks after a child's record."""

    person = models.OneToOneField("Person", on_delete=models.CASCADE, primary_key=True, related_name="no_followers")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"no followers of {self.person_id}"
