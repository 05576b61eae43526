"""Leagues over seasons: divisions that are events, and who moves between them when a season ends."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from players.models import Club, Person


class League(models.Model):
    """Seasons of a club that follow each other. Its scope is "league:<id>" and lies in its club's."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(max_length=60)
    about = models.TextField(max_length=2000, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"league:{self.pk}"


class Season(models.Model):
    """One season of a league, counted from 1. `up` and `down` players of a division move when it ends.

    `ended_at`: when an organiser confirmed who moves, and the next season was made from it; None before.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=30)
    up = models.PositiveIntegerField(default=1)
    down = models.PositiveIntegerField(default=1)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["league", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_a_number"),
            models.UniqueConstraint(
                fields=["league"], condition=Q(ended_at__isnull=True), name="one_season_of_a_league_is_on"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="seasons_count_from_1"),
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """That an event is a division of a season: `level` 1 is the highest."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveIntegerField()
    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="division")

    class Meta:
        ordering: ClassVar = ["season", "level"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "level"], name="one_division_a_level"),
            models.CheckConstraint(condition=Q(level__gte=1), name="divisions_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"division {self.level} of season {self.season_id}"


class SeasonMove(models.Model):
    """Who changes the division when a season ends: `to` None leaves the league.

    While the season is on there are only moves `by_hand`, each with its reason; its end adds those by the standings.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="moves")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="season_moves")
    division = models.PositiveIntegerField()
    to = models.PositiveIntegerField(null=True, blank=True)
    by_hand = models.BooleanField(default=False)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["season", "division", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "person"], name="a_person_moves_once_a_season"),
            models.CheckConstraint(condition=Q(by_hand=False) | ~Q(reason=""), name="moves_by_hand_have_a_reason"),
            models.CheckConstraint(condition=Q(to__isnull=True) | Q(to__gte=1), name="moves_lead_to_a_division"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.division} to {self.to}"
