"""What organisers ask those who register for an event, and what they answered."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from players.models import JoinRequest, Person

LONGEST_ANSWER = 500


class Question(models.Model):
    """A question of an event's registration form; `number` is its place there. `choices` are those of a choice."""

    class Kind(models.TextChoices):
        TEXT = "text"
        YES_NO = "yes-no"
        CHOICE = "choice"

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="questions")
    number = models.PositiveIntegerField()
    text = models.CharField(max_length=200)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    choices = models.JSONField(default=list, blank=True)
    required = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["event", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_question_a_number"),
            models.CheckConstraint(condition=~Q(text=""), name="questions_ask_something"),
            models.CheckConstraint(
                condition=Q(kind__in=("text", "yes-no"), choices=[]) | (Q(kind="choice") & ~Q(choices=[])),
                name="choices_have_choices",
            ),
        ]

    def __str__(self) -> str:
        return f"question {self.number} of event {self.event_id}"


class Answer(models.Model):
    """What a person answered, for organisers alone; of one without an account, `request` is what asked to enter."""

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="answers")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    request = models.ForeignKey(JoinRequest, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=LONGEST_ANSWER)

    class Meta:
        ordering: ClassVar = ["question", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["question", "person"], name="one_answer_of_a_person"),
            models.UniqueConstraint(fields=["question", "request"], name="one_answer_of_a_request"),
            models.CheckConstraint(
                condition=Q(person=None, request__isnull=False) | Q(person__isnull=False, request=None),
                name="answers_are_of_a_person_or_a_request",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="answers_say_something"),
        ]

    def __str__(self) -> str:
        return f"answer {self.pk} to {self.question_id}"
