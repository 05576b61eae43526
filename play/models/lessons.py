"""Which lessons were done."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from players.models import Account


class DoneLesson(models.Model):
    """That the owner of an account has done a step of a game's course (`gipf_engine.rules.lessons`), and when first."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="done_lessons")
    game = models.CharField(max_length=40)
    lesson = models.CharField(max_length=40)
    done_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "game", "lesson"], name="a_lesson_is_done_once"),
            models.CheckConstraint(condition=~Q(game="") & ~Q(lesson=""), name="a_lesson_of_a_game_is_done"),
        ]

    def __str__(self) -> str:
        return f"lesson {self.pk}"
