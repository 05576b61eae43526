"""Clubs, memberships, and invitations to become a member."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from players.models.people import Person


class Licence(models.TextChoices):
    """Under what a club lets its public games go out as open data, by the names of SPDX; "" for not at all."""

    NONE = ""
    CC0 = "CC0-1.0"
    CC_BY = "CC-BY-4.0"


class ClubManager(models.Manager["Club"]):
    """The clubs that there are: without one of which not everything is stored yet."""

    def get_queryset(self) -> models.QuerySet[Club]:
        return super().get_queryset().filter(staged=False)


class Club(models.Model):
    """A club on this server. Its scope is "club:<id>".

    `admitted`: an administrator lets its games count in the rating lists of the whole server. Its own lists count them
    anyway. `takes_requests`: visitors may ask to join it, and to enter its events, without an account.
    `asks_guardians`: minors who register by themselves wait for the consent of a guardian. `open_licence`: under which
    its games are in the open data of the server. `staged`: it comes from a file, and not everything of it is here yet.
    """

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=40, unique=True)
    place = models.CharField(max_length=80, blank=True)
    time_zone = models.CharField(max_length=40, default="UTC")
    admitted = models.BooleanField(default=False)
    example = models.BooleanField(default=False)
    takes_requests = models.BooleanField(default=True)
    asks_guardians = models.BooleanField(default=False)
    open_licence = models.CharField(max_length=9, choices=Licence.choices, blank=True)
    staged = models.BooleanField(default=False)

    objects = ClubManager()
    with_staged: ClassVar[models.Manager[Club]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
            models.CheckConstraint(condition=Q(open_licence__in=Licence.values), name="club_of_a_known_licence"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"club:{self.pk}"


class Membership(models.Model):
    """That a person was or is a member of a club, from `since` to `until` (None: still)."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    since = models.DateField()
    until = models.DateField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["since"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "club"], condition=Q(until__isnull=True), name="one_open_membership"
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")), name="membership_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.club_id}"


class Invitation(models.Model):
    """A club asks a person to become a member from `since` on. It changes nothing until it is accepted.

    Answered invitations stay: they say who consented to a membership, and when.
    """

    class Answer(models.TextChoices):
        """What became of an invitation; "" while it is open."""

        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="invitations")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    since = models.DateField()
    made_at = models.DateTimeField()
    made_by = models.BigIntegerField()
    answer = models.CharField(max_length=10, choices=Answer.choices, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "club"], condition=Q(answer=""), name="one_open_invitation"),
            models.CheckConstraint(
                condition=Q(answer="", answered_at=None, answered_by=None)
                | Q(
                    answer__in=["accepted", "declined", "withdrawn"],
                    answered_at__isnull=False,
                    answered_by__isnull=False,
                ),
                name="invitation_is_open_or_answered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} into {self.club_id}: {self.answer or 'open'}"
