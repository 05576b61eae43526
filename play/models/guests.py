"""Who plays without an account: a name at some seats, and the token that opens them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from players.models import Person


class Guest(models.Model):
    """A person who plays without an account, for as long as the browser keeps the token.

    `person` is the name at the seats (`Person.is_guest`); it is no one's whose games are rated or listed. `digest` is
    that of the token in the cookie, `address` a keyed one of where the guest came from: games are counted by it. The
    row goes some time after `seen_at`, and the name with it; the games stay.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="guest")
    digest = models.CharField(max_length=64, unique=True)
    address = models.CharField(max_length=64, db_index=True)
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"guest {self.pk}"
