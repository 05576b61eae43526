"""What was mailed about events."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class EventMail(models.Model):
    """What the last mail about a matter told an account, so that nobody is told the same twice. No names.

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
