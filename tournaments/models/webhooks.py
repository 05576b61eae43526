"""Who is told what happens in an event: webhooks with their messages, and what was mailed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Webhook(models.Model):
    """An address that is told what happens in an event. `happenings` are keys of `tournaments.core.webhooks`.

    `receiver` is what reads there: a program, or a chat service that takes messages of its own shape. `for_club`: it is
    told of all events of the club, and kept with the event in which it was added.

    `secret` signs its messages; it is kept encrypted (`common.encryption`) and shown once. `former_secret` signs them
    too until `former_until`. `made_by` is an account.
    `failures` in a row since `failing_since`; nothing is sent before `rests_until`. `disabled` says why it gets nothing
    any more: a key, "" while it does.
    """

    class Receiver(models.TextChoices):
        PROGRAM = "program"
        DISCORD = "discord"
        SLACK = "slack"
        MATRIX = "matrix"

    class Disabled(models.TextChoices):
        FAILING = "failing"
        GONE = "gone"

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=500)
    receiver = models.CharField(max_length=7, choices=Receiver.choices, default=Receiver.PROGRAM)
    for_club = models.BooleanField(default=False)
    happenings = models.JSONField(default=list)
    secret = models.TextField()
    former_secret = models.TextField(blank=True)
    former_until = models.DateTimeField(null=True, blank=True)
    made_by = models.BigIntegerField()
    made_at = models.DateTimeField()
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    rests_until = models.DateTimeField(null=True, blank=True)
    disabled = models.CharField(max_length=10, blank=True, choices=Disabled.choices)

    class Meta:
        ordering: ClassVar = ["event", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(address="") & ~Q(secret=""), name="webhooks_are_complete"),
            models.CheckConstraint(
                condition=Q(receiver__in=("program", "discord", "slack", "matrix")), name="webhook_of_a_known_receiver"
            ),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk}"


class WebhookMessage(models.Model):
    """One message to one webhook, written in the transaction of the act that it tells of.

    `message_id` is the same at each attempt, and so is `body`, the JSON that is sent. `attempts` so far since
    `first_at`, the next one at `next_at`. `status` is that of the last answer, `answer` its beginning; `failure` is a
    key that says why there was none.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        GIVEN_UP = "given-up"

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="messages")
    message_id = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=40)
    body = models.TextField()
    made_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField()
    last_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveIntegerField(null=True, blank=True)
    answer = models.CharField(max_length=300, blank=True)
    failure = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar = ["webhook", "id"]
        indexes: ClassVar = [models.Index(fields=["state", "next_at"], name="waiting_webhook_messages")]

    def __str__(self) -> str:
        return self.message_id


class EventMail(models.Model):
    """What the last mail about a matter told an account, so that no one is told the same twice. No names.

    `about` is "round:3" or "reports"; `told` are keys of what it told: a board and an opponent's entry, a game's claim.
    """

    account = models.ForeignKey("players.Account", on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="+")
    about = models.CharField(max_length=20)
    told = models.JSONField(default=list)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["account", "event", "about"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "event", "about"], name="one_last_mail_about_a_matter"),
        ]

    def __str__(self) -> str:
        return f"{self.about} of event {self.event_id} to {self.account_id}"
