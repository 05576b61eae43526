"""Consents of guardians: that a minor may play in a club."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q

from players.models.clubs import Club
from players.models.joining import JoinRequest
from players.models.people import Person

ASKED_FOR = timedelta(days=30)
"""How long a guardian can answer."""


class GuardianConsent(models.Model):
    """A guardian is asked whether a minor may play in a club: who asks to join (`request`), or a person of the club.

    `digest` is that of the secret in the link; "" before the mail with it was written. `guardian` is the name that the
    guardian has given. Name and address go once the minor is of age, or is erased. What was answered are rows of their
    own, the last of which counts. Who is asked again is another row: nothing that was answered is deleted.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="guardian_consents")
    request = models.OneToOneField(
        JoinRequest, on_delete=models.CASCADE, null=True, blank=True, related_name="guardian_consent"
    )
    person = models.ForeignKey(
        Person, on_delete=models.CASCADE, null=True, blank=True, related_name="guardian_consents"
    )
    birth_year = models.PositiveSmallIntegerField()
    email = models.EmailField(blank=True)
    guardian = models.CharField(max_length=80, blank=True)
    language = models.CharField(max_length=10, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    asked_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["asked_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(request__isnull=False) | Q(person__isnull=False), name="guardian_is_asked_about_someone"
            ),
            models.UniqueConstraint(fields=["digest"], condition=~Q(digest=""), name="one_guardian_consent_a_link"),
        ]

    def __str__(self) -> str:
        return f"consent for {self.person_id or self.request_id} in {self.club_id}"


class GuardianAnswer(models.Model):
    """What a guardian has answered, and when. Rows are only added; they name no one."""

    class Answer(models.TextChoices):
        """Given and withdrawn are of one who consented first."""

        GIVEN = "given"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"

    consent = models.ForeignKey(GuardianConsent, on_delete=models.CASCADE, related_name="answers")
    answer = models.CharField(max_length=9, choices=Answer.choices)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(answer__in=["given", "refused", "withdrawn"]), name="guardian_answer_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.answer} for {self.consent_id}"
