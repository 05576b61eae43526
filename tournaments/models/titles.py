"""Titles of a club: the rule, who holds one, and which were withdrawn. What was awarded is never changed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from gipf_engine.tournament.titles import NormRule, RatingRule
from players.models import Club, Person


class Title(models.Model):
    """A title that a club gives by its own rule. Its scope is "title:<id>" and lies in its club's.

    `game` is the game whose lists and events count, "" for all. By rating: at least `rating` after `games` games in a
    list of the club. By norms: at least `rating` as a performance in `games` games of one event, `norms` times.
    """

    class Kind(models.TextChoices):
        RATING = "rating"
        NORMS = "norms"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="titles")
    name = models.CharField(max_length=60)
    game = models.CharField(max_length=20, blank=True)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    rating = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    norms = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["club", "-rating", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="title_has_a_name"),
            models.CheckConstraint(condition=Q(kind__in=("rating", "norms")), name="title_of_a_known_kind"),
            models.CheckConstraint(condition=Q(norms__gte=1), name="one_norm_at_least"),
            models.UniqueConstraint(fields=["club", "name"], name="one_title_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"title:{self.pk}"

    @property
    def rating_rule(self) -> RatingRule:
        return RatingRule(self.rating, self.games)

    @property
    def norm_rule(self) -> NormRule:
        return NormRule(self.rating, self.games, self.norms)


class Award(models.Model):
    """That a title was awarded. `basis` are the numbers it was awarded for. Rows are only ever added."""

    title = models.ForeignKey(Title, on_delete=models.CASCADE, related_name="awards")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="awards")
    awarded_on = models.DateField()
    basis = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["-awarded_on", "-id"]

    def __str__(self) -> str:
        return f"title {self.title_id} of {self.person_id}"


class AwardWithdrawal(models.Model):
    """That an award holds no more, and why. The award stays in the history."""

    award = models.OneToOneField(Award, on_delete=models.CASCADE, related_name="withdrawal")
    withdrawn_on = models.DateField()
    reason = models.CharField(max_length=300)

    class Meta:
        ordering: ClassVar = ["award"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(reason=""), name="withdrawals_have_a_reason")]

    def __str__(self) -> str:
        return f"award {self.award_id} withdrawn"
