"""What two players write to each other, whom a person has blocked, what was reported, and what moderators did."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.models import Game
from players.models import Person


class ChatMessage(models.Model):
    """A message of one player of a game to the other: one line of plain text. It is deleted after some time."""

    LONGEST = 300

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chat_messages")
    author = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST)
    sent_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["sent_at"], name="chat_messages_by_age")]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(text=""), name="a_message_says_something")]

    def __str__(self) -> str:
        return f"message {self.pk}"


class SpectatorMessage(models.Model):
    """A line that a person who watches a game writes to all who watch it. Its players read it once the game is over."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="spectator_messages")
    author = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=ChatMessage.LONGEST)
    sent_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["sent_at"], name="spectator_messages_by_age")]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(text=""), name="a_spectator_says_something")]

    def __str__(self) -> str:
        return f"spectator's message {self.pk}"


class Block(models.Model):
    """That `by` wants nothing to do with `person`: no challenges, no chat, and neither sees what the other offers."""

    by = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="blocks")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "person"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(by=F("person")), name="nobody_blocks_himself"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} blocks {self.person_id}"


class Report(models.Model):
    """What `reporter` says of `person` in a game of the two, perhaps about one `message`. Moderators close it.

    Or about what `person` wrote beside a game that both watched: a `spectator_message`.
    """

    class Reason(models.TextChoices):
        INSULT = "insult"
        SPAM = "spam"
        CHEATING = "cheating"
        LEAVING = "leaving"
        OTHER = "other"

    LONGEST = 500

    reporter = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reports")
    message = models.ForeignKey(ChatMessage, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports")
    spectator_message = models.ForeignKey(
        SpectatorMessage, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    reason = models.CharField(max_length=8, choices=Reason.choices)
    text = models.CharField(max_length=LONGEST, blank=True)
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["reporter", "game"], condition=Q(closed_at__isnull=True), name="one_open_report_of_a_game"
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, closed_by__isnull=True)
                | Q(closed_at__isnull=False, closed_by__isnull=False),
                name="a_report_is_closed_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(reason__in=["insult", "spam", "cheating", "leaving", "other"]), name="a_known_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"


class Sanction(models.Model):
    """What a moderator did about a player: it is in force until `until`, and the player reads the `text`."""

    class Kind(models.TextChoices):
        WARNING = "warning"
        MUTE = "mute"
        SUSPENSION = "suspension"

    LONGEST = 300

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    text = models.CharField(max_length=LONGEST, blank=True)
    until = models.DateTimeField()
    made_at = models.DateTimeField()
    made_by = models.BigIntegerField()

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(until__gt=F("made_at")), name="a_sanction_lasts"),
            models.CheckConstraint(condition=Q(kind__in=["warning", "mute", "suspension"]), name="a_known_sanction"),
        ]

    def __str__(self) -> str:
        return f"sanction {self.pk}"
