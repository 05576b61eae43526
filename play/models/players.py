"""What players choose for all their games: vacations, and where they live."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from gipf_engine.clocks import VacationDays
from players.models import Account, Person


class Vacation(models.Model):
    """Whole days on which no time of a player runs in games by correspondence: from `first` to `last` in `zone`.

    Days that have begun stay, since they count in the budget of their year (`gipf_engine.clocks.vacations`).
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="vacations")
    first = models.DateField()
    last = models.DateField()
    zone = models.CharField(max_length=40)

    class Meta:
        ordering: ClassVar = ["first"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="a_vacation_ends_after_it_begins"),
            models.UniqueConstraint(fields=["person", "first"], name="one_vacation_a_day"),
        ]

    def __str__(self) -> str:
        return f"vacation {self.pk}"

    @property
    def days(self) -> VacationDays:
        """The vacation as a value that needs no database."""
        return VacationDays(self.first, self.last, self.zone)


class PlayerSettings(models.Model):
    """What an account's owner chooses for the games. Without a row, or with "", the time zone is that of the club.

    `reminded_at`: the last mail about turns that wait. `calendar_digest` is that of the secret in the
    address of the calendar; "" where there is none. `controls` are favourite time controls, the latest first.
    """

    account = models.OneToOneField(Account, on_delete=models.CASCADE, primary_key=True, related_name="player_settings")
    time_zone = models.CharField(max_length=40, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    controls = models.JSONField(default=list, blank=True)
    calendar_digest = models.CharField(max_length=64, blank=True, db_index=True)

    def __str__(self) -> str:
        return f"settings {self.pk}"
