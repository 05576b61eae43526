"""Festivals: several events of one club, held together as sections."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from players.models import Club


class Festival(models.Model):
    """Several events of one weekend. Its scope is "festival:<id>" and lies in its club's, as those of its events do.

    So what a person may do in one section says nothing of the others: only roles of the club reach all of them. It has
    no state of its own: everyone sees it who sees one of its sections.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="festivals")
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=80, blank=True)
    about = models.TextField(max_length=2000, blank=True)
    starts_on = models.DateField()
    ends_on = models.DateField()

    class Meta:
        ordering: ClassVar = ["-starts_on", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="festival_has_a_name"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="festival_ends_after_it_begins"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"festival:{self.pk}"


class FestivalSection(models.Model):
    """That an event is a section of a festival: of one at most. Sections are in the order in which they were added."""

    festival = models.ForeignKey(Festival, on_delete=models.CASCADE, related_name="sections")
    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="festival_section")

    class Meta:
        ordering: ClassVar = ["festival", "id"]

    def __str__(self) -> str:
        return f"event {self.event_id} in festival {self.festival_id}"


class RevokedPlayerLink(models.Model):
    """That a player's link for a festival is dead. The next one has the `number` after it; links count from 0.

    `person` is the id of a record and no foreign key: the row outlives a merge, so that no link comes back. Rows are
    only ever added.
    """

    festival = models.ForeignKey(Festival, on_delete=models.CASCADE, related_name="revoked_player_links")
    person = models.BigIntegerField()
    number = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["festival", "person", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["festival", "person", "number"], name="a_player_link_is_revoked_once"),
        ]

    def __str__(self) -> str:
        return f"link {self.number} of person {self.person} in festival {self.festival_id}"
