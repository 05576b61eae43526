"""Which mail the owner of an account asked for."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class MailSubscription(models.Model):
    """That an account gets mail of a kind: the key of a `players.accounts.services.subscriptions.MailKind`."""

    account = models.ForeignKey("players.Account", on_delete=models.CASCADE, related_name="mail_subscriptions")
    kind = models.CharField(max_length=20)

    class Meta:
        ordering: ClassVar = ["account", "kind"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "kind"], name="one_subscription_a_kind"),
            models.CheckConstraint(condition=~models.Q(kind=""), name="subscriptions_say_to_what"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.account_id}"
