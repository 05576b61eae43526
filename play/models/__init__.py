"""Practice and the deal of the day: deals, what the solver said of them, and whose attempts are what.

Games of two are in `play.models.games`, what players choose for them in `play.models.players`.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models import Attempt
from play.models.chat import Block, ChatMessage, Report, Sanction, SpectatorMessage
from play.models.conditional import ConditionalLine
from play.models.games import Challenge, OfferKind, OnlineGame, Presence
from play.models.guests import Guest
from play.models.lessons import DoneLesson
from play.models.notes import GameNote
from play.models.players import PlayerSettings, Vacation
from play.models.puzzles import PuzzleAttempt, PuzzleRating
from play.models.seeks import Seek
from play.models.series import Series
from players.models import Person

__all__ = [
    "Block",
    "Challenge",
    "ChatMessage",
    "ConditionalLine",
    "DayAttempt",
    "DayDeal",
    "DoneLesson",
    "GameNote",
    "Guest",
    "Hint",
    "OfferKind",
    "OnlineGame",
    "PlayerSettings",
    "PracticeAttempt",
    "PracticeDeal",
    "Presence",
    "PuzzleAttempt",
    "PuzzleRating",
    "Report",
    "Sanction",
    "Seek",
    "Series",
    "SpectatorMessage",
    "Vacation",
]


class PracticeDeal(models.Model):
    """A deal of a solitaire, by rules with `options`, to practise with. `setup` is told to no one.

    `seed` leads to the set-up by the rules' public recipe; the seed of a deal that was asked for by number is that
    number. `solved_at`: when the solver looked at it; `par` is then the round in which it won, None where it did not.
    `asked_at`: on which day it was last asked for, or else made.
    """

    rules = models.CharField(max_length=40)
    options = models.JSONField(default=list, blank=True)
    seed = models.CharField(max_length=64)
    setup = models.CharField(max_length=120)
    par = models.PositiveIntegerField(null=True, blank=True)
    solved_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rules", "options", "seed"], name="one_practice_deal_a_seed"),
            models.CheckConstraint(
                condition=Q(par__isnull=True) | Q(par__gte=1, solved_at__isnull=False), name="practice_par_was_found"
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.pk}"


class Hint(models.Model):
    """What the solver says of a position of a deal: asked for by a reader, found by a worker, kept for a day.

    `position` is its whole text and is told to no one. `turn` is the next of a line that wins in round `par`; "" where
    none was found. `can_be_won` is None where the solver's limit was reached.
    """

    deal = models.ForeignKey(PracticeDeal, on_delete=models.CASCADE, related_name="hints")
    position = models.CharField(max_length=120)
    asked_at = models.DateTimeField(db_index=True)
    found_at = models.DateTimeField(null=True, blank=True)
    can_be_won = models.BooleanField(null=True)
    turn = models.CharField(max_length=12, blank=True)
    par = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "position"], name="one_hint_a_position"),
            models.CheckConstraint(
                condition=(Q(turn="") & Q(par__isnull=True)) | (~Q(turn="") & Q(par__isnull=False, can_be_won=True)),
                name="hint_wins_or_says_nothing",
            ),
        ]

    def __str__(self) -> str:
        return f"hint {self.pk}"


class PracticeAttempt(models.Model):
    """That an attempt is practice: turns may be taken back (`undone` times so far), and hints asked for (`hints`)."""

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="practice")
    deal = models.ForeignKey(PracticeDeal, on_delete=models.PROTECT, related_name="attempts")
    undone = models.PositiveIntegerField(default=0)
    hints = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"practice {self.attempt_id}"


class DayDeal(models.Model):
    """The deal of a day, the same for all, by a published draw (`gipf_engine.rules.deals`) of its own.

    `commitment` is shown from the start; `seed`, and what follows from it, when the day is over: `setup` is the first
    deal that the solver won, in round `par`, and `number` its number among those that the seed leads to. `day` is a day
    of the server's time zone.
    """

    day = models.DateField(unique=True)
    rules = models.CharField(max_length=40)
    limit = models.PositiveIntegerField()
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    number = models.PositiveIntegerField()
    setup = models.CharField(max_length=120)
    par = models.PositiveIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-day"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(number__gte=1, par__gte=1), name="deal_of_a_day_was_won"),
        ]

    def __str__(self) -> str:
        return f"deal of {self.day}"

    @property
    def scope(self) -> str:
        return f"day:{self.pk}"


class DayAttempt(models.Model):
    """A person's one attempt at the deal of a day."""

    day = models.ForeignKey(DayDeal, on_delete=models.CASCADE, related_name="attempts")
    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="of_day")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "person"], name="one_attempt_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} on {self.day_id}"
