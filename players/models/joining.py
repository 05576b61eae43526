"""What asking to join leaves behind."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from common.journal.models import Scope
from players.models.people import Person

OPEN_FOR = timedelta(days=30)
"""How long a request waits for an answer."""
KEPT_FOR = timedelta(days=60)
"""After it was made the page of an approved request is gone too: it leads to a first password."""
SIGN_UP_OPEN_FOR = timedelta(days=1)
"""How long the link in a mail leads to an account of one's own."""


class SignUp(models.Model):
    """A visitor asked for an account of their own, by mail to `email`: gone once it is made, or after a day.

    `digest` is that of the secret in the link; "" before the mail with it was written.
    """

    name = models.CharField(max_length=80)
    email = models.EmailField()
    language = models.CharField(max_length=10, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name="") & ~Q(email=""), name="sign_up_names_someone"),
            models.UniqueConstraint(Lower("email"), name="one_sign_up_an_email"),
        ]

    def __str__(self) -> str:
        return f"sign-up of {self.made_at:%Y-%m-%d}"


class JoinRequest(models.Model):
    """A person without an account asks to join a club, and maybe to enter an event of it; or (`person`) one with one.

    `scope` is the event's, or the club's own. `digest` is that of the secret in the address of the asker's page. An
    open request holds what was typed; once it is approved, `account` is the asker's, and name and address are gone.
    That of an account is deleted when it is approved: there is no password to choose. A declined one is deleted, and
    so is one that waited longer than `OPEN_FOR`, or was not used for `KEPT_FOR`.
    """

    club = models.ForeignKey("Club", on_delete=models.CASCADE, related_name="join_requests")
    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, blank=True, related_name="join_requests")
    name = models.CharField(max_length=80, blank=True)
    email = models.EmailField(blank=True)
    language = models.CharField(max_length=10, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    account = models.OneToOneField(
        "Account", on_delete=models.CASCADE, null=True, blank=True, related_name="join_request"
    )

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=(Q(account=None, person=None) & ~Q(name="")) | Q(name="", email=""),
                name="join_request_is_open_or_approved",
            ),
            models.UniqueConstraint(fields=["club", "person"], name="who_has_an_account_asks_a_club_once"),
        ]

    def __str__(self) -> str:
        return f"into {self.scope_id}: {'approved' if self.account_id else 'open'}"

    @property
    def expires_at(self) -> datetime:
        """When it is deleted."""
        return self.made_at + (OPEN_FOR if self.account_id is None else KEPT_FOR)
