"""Who has solved which puzzles, and how hard they have been."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from players.models import Account

START_RATING, START_DEVIATION, START_VOLATILITY = 150_000, 35_000, 60_000
"""Of newcomers, in hundredths of a point and millionths: those of Glicko-2 (`gipf_engine.ratings.glicko2`)."""


class PuzzleAttempt(models.Model):
    """An account's one try at a puzzle (its key) that is rated: `solved` where no turn was wrong.

    `day`: the day whose puzzle it was. `before` and `after` are the ratings of the account in hundredths of a point.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="puzzle_attempts")
    puzzle = models.BigIntegerField()
    solved = models.BooleanField()
    day = models.DateField(null=True, blank=True)
    before = models.IntegerField()
    after = models.IntegerField()
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "puzzle"], name="a_puzzle_is_rated_once"),
            models.CheckConstraint(
                condition=Q(solved=True, after__gte=F("before")) | Q(solved=False, after__lte=F("before")),
                name="a_rating_follows_the_puzzle",
            ),
        ]

    def __str__(self) -> str:
        return f"attempt {self.pk}"


class PuzzleRating(models.Model):
    """How strong an account is at puzzles, or how hard a puzzle is: one row each, by Glicko-2."""

    account = models.OneToOneField(
        Account, on_delete=models.CASCADE, null=True, blank=True, related_name="puzzle_rating"
    )
    puzzle = models.BigIntegerField(null=True, blank=True, unique=True)
    rating = models.IntegerField(default=START_RATING)
    deviation = models.IntegerField(default=START_DEVIATION)
    volatility = models.IntegerField(default=START_VOLATILITY)
    attempts = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(account__isnull=True, puzzle__isnull=False) | Q(account__isnull=False, puzzle__isnull=True),
                name="a_puzzle_rating_is_of_one",
            ),
            models.CheckConstraint(condition=Q(deviation__gt=0, volatility__gt=0), name="a_puzzle_rating_is_unsure"),
        ]

    def __str__(self) -> str:
        return f"puzzle rating {self.pk}"
