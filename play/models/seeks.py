"""Players who wait in the lobby to be paired for a game in real time."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from players.models import Person


class Seek(models.Model):
    """That a person waits for an opponent in a game with a clock: one row while it lasts, none once there is a game.

    `rating` is the person's in these rules when it began, None for the unrated. With `members` only people with an
    account will do, so that the game is rated. The person's page says every few seconds that a person is there: who
    has not been `seen_at` for some time is paired with no one. `refuses` are persons who have blocked an account of the
    browser or network from which a guest came.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="seek")
    rules = models.CharField(max_length=40)
    control = models.CharField(max_length=40)
    rating = models.IntegerField(null=True, blank=True)
    members = models.BooleanField(default=False)
    refuses = models.JSONField(default=list, blank=True)
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["rules", "control"], name="seeks_by_pool")]

    def __str__(self) -> str:
        return f"seek {self.pk}"
