"""Programs of this server that play for a club."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from players.models.clubs import Club
from players.models.people import Person


class HousePlayer(models.Model):
    """A program of this server as a player of a club, at one level of one game, with the clock of its games.

    `person` is its name at boards and in lists, and says that it is a program. Removed, it starts no more games; its
    row stays with the name, and the club may have the same one again.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, primary_key=True, related_name="house_player")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_players")
    rules = models.CharField(max_length=40)
    level = models.PositiveSmallIntegerField()
    control = models.CharField(max_length=40)
    since = models.DateField()
    until = models.DateField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["rules", "level"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "rules", "level"], name="one_house_player_a_level"),
            models.CheckConstraint(condition=Q(level__gte=1), name="a_house_player_has_a_level"),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gte=F("since")), name="house_players_leave_later"
            ),
        ]

    def __str__(self) -> str:
        return f"house player {self.person_id}"

    @property
    def is_there(self) -> bool:
        """Whether it starts games."""
        return self.until is None
