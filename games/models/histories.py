"""Games of the past that a club brought as a file: what was imported, its events, and where each game stood."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from players.models import Club, Upload


class History(models.Model):
    """A file of games that a club imported. Its scope is "history:<id>", below the club's.

    "checking" (`state`): a worker reads `upload`. "checked": `found` tells what is in it (`games.histories.found`), and
    its importer decides. While it is "coming", `content` is the file, compressed, and `people` says who each name is:
    an id, or None for a new person; all three go when all is there ("in"), or when it is "refused" for the reason in
    `refusal`, a message. "back": it was taken back, so that no one sees its games and no list counts them. `digest` is
    that of the file. `account` asked for it, None: a command.
    """

    class State(models.TextChoices):
        CHECKING = "checking"
        CHECKED = "checked"
        COMING = "coming"
        IN = "in"
        BACK = "back"
        REFUSED = "refused"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="histories")
    rules = models.CharField(max_length=40)
    rated = models.BooleanField(default=True)
    account = models.BigIntegerField(null=True)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.COMING)
    upload = models.ForeignKey(Upload, on_delete=models.SET_NULL, null=True, related_name="+")
    found = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    games = models.PositiveIntegerField()
    content = models.BinaryField(default=bytes)
    people = models.JSONField(default=dict)
    refusal = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state__in=("checking", "checked", "coming", "in", "back", "refused")),
                name="history_in_a_known_state",
            ),
            models.UniqueConstraint(
                fields=["club", "rules", "digest"], condition=Q(state="in"), name="a_history_is_imported_once"
            ),
            models.UniqueConstraint(fields=["club"], condition=Q(state="coming"), name="one_history_comes_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"history {self.pk}"

    @property
    def scope(self) -> str:
        return f"history:{self.pk}"


class PastEvent(models.Model):
    """An event of a history, or ("" for a name) the games of no event of one day. It is the parent scope of its games.

    Its scope is "past:<id>", below the history's. All its games count in rating lists together, on its last day.
    `number` is its place in the file, from 1.
    """

    history = models.ForeignKey(History, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=200, blank=True)
    starts_on = models.DateField()
    ends_on = models.DateField()

    class Meta:
        ordering: ClassVar = ["history", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["history", "number"], name="one_past_event_a_number"),
            models.CheckConstraint(condition=Q(ends_on__gte=models.F("starts_on")), name="past_event_has_its_days"),
        ]

    def __str__(self) -> str:
        return self.name or f"games of {self.starts_on}"

    @property
    def scope(self) -> str:
        return f"past:{self.pk}"


class PastGame(models.Model):
    """Where a game of a history stood: its event, the round in the file's words, and its line."""

    event = models.ForeignKey(PastEvent, on_delete=models.CASCADE, related_name="past_games")
    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, related_name="past")
    round = models.CharField(max_length=200, blank=True)
    line = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["event", "line"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "line"], name="one_past_game_a_line")]

    def __str__(self) -> str:
        return f"line {self.line} of {self.event_id}"
