"""What an account is notified of, on which devices, and when it does not want to be."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from common.outbound import LONGEST_ADDRESS

LONGEST_KEY, LONGEST_SECRET, LONGEST_BROWSER = 100, 30, 120
"""Characters of a P-256 point, of 16 bytes (both base64url), and of what a browser calls itself."""


class Notification(models.Model):
    """Something that waits for an account's owner: of a `kind`, `about` one thing ("12": a challenge, a game).

    `message` is a `gipf_engine.messages.Message` as JSON; its %(name)s is that of `person`, filled in when it is read,
    so that a person who is erased leaves no name. `state` says what of the thing it tells: another state is news again.
    """

    account = models.ForeignKey("Account", on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=12)
    about = models.CharField(max_length=40)
    state = models.CharField(max_length=60, blank=True)
    person = models.ForeignKey("Person", on_delete=models.CASCADE, null=True, related_name="+")
    message = models.JSONField()
    address = models.CharField(max_length=200)
    at = models.DateTimeField()
    until = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        indexes: ClassVar = [models.Index(fields=["kind", "about"], name="notifications_by_thing")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "kind", "about"], name="one_notification_of_a_thing"),
            models.CheckConstraint(condition=~Q(kind="") & ~Q(address=""), name="notifications_lead_somewhere"),
            models.CheckConstraint(condition=Q(until__gt=models.F("at")), name="notifications_last"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about} for {self.account_id}"


class PushDevice(models.Model):
    """A browser that shows notifications of an account (RFC 8030): where to send, and the two keys of RFC 8291."""

    account = models.ForeignKey("Account", on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=LONGEST_ADDRESS, unique=True)
    key = models.CharField(max_length=LONGEST_KEY)
    secret = models.CharField(max_length=LONGEST_SECRET)
    browser = models.CharField(max_length=LONGEST_BROWSER, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.browser} of {self.account_id}"


class NotificationSettings(models.Model):
    """Which kinds an account wants no push for, and between which hours of its time zone none at all."""

    account = models.OneToOneField(
        "Account", on_delete=models.CASCADE, primary_key=True, related_name="notification_settings"
    )
    without_push = models.JSONField(default=list)
    quiet_from = models.TimeField(null=True)
    quiet_to = models.TimeField(null=True)
    time_zone = models.CharField(max_length=60, default="UTC")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_to=None) | Q(quiet_from__isnull=False, quiet_to__isnull=False),
                name="quiet_hours_have_both_ends",
            )
        ]

    def __str__(self) -> str:
        return f"notifications of {self.account_id}"
