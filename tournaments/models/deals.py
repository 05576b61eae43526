"""The deals of duplicate rounds: draws that are bound by a hash, what their seeds lead to, and who plays what."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models import Attempt


class DrawnDeal(models.Model):
    """A deal that the seed of a draw leads to, solved: a secret like the seed.

    `number` counts the draw's deals from 1; `par` is the fewest rounds in which the solver won it, None where it did
    not, and the deal is skipped. Rows are only ever added; the database refuses to change one.
    """

    draw = models.ForeignKey("Deal", on_delete=models.CASCADE, related_name="drawn")
    number = models.PositiveIntegerField()
    setup = models.CharField(max_length=120)
    par = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["draw", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["draw", "number"], name="one_drawn_deal_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="drawn_deals_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"deal {self.number} of draw {self.draw_id}"


class PairedAttempt(models.Model):
    """The attempt of a pairing at one deal of its round. `place` counts the deals that are played, from 1."""

    pairing = models.ForeignKey("tournaments.Pairing", on_delete=models.CASCADE, related_name="paired_attempts")
    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="paired")
    deal = models.ForeignKey(DrawnDeal, on_delete=models.RESTRICT, related_name="attempts")
    place = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["pairing", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pairing", "place"], name="one_attempt_at_a_deal"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_of_deals_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"deal {self.place} of {self.pairing_id}"


class Deal(models.Model):
    """Chance of a round, for set-ups and for who begins: 256 random bits, and the hash that was shown before it.

    `number` counts the draws of a round from 1; the latest is in force. `board` is 0 for all boards, or the one that
    it was drawn anew for. `seed` is a secret until the round starts: read it through `tournaments.core.draws`
    alone. `rules` and `version` are what the `commitment` binds beside the seed. `line` is the version of the journal's
    line that drew it. Rows are only ever added; the database refuses to change one.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="deals")
    round_number = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    board = models.PositiveIntegerField(default=0)
    rules = models.CharField(max_length=500)
    version = models.CharField(max_length=80)
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    drawn_at = models.DateTimeField()
    line = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["event", "round_number", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "round_number", "number"], name="one_deal_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1) & Q(round_number__gte=1), name="deals_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} for round {self.round_number}"
