"""Who waits for a place, and who is there."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from players.models import Person

# --- how many players an event takes, and who waits for a place -------------------------------------------


class EntryLimit(models.Model):
    """That an event takes `most` players who register themselves. Without a row it takes all.

    `moves_up`: where a place becomes free while registration is open, the one who waits longest has it at once; else an
    organiser decides. Organisers enter players beyond the limit.
    """

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="entry_limit")
    most = models.PositiveIntegerField()
    moves_up = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=Q(most__gte=1), name="a_limit_lets_somebody_play")]

    def __str__(self) -> str:
        return f"{self.most} players in event {self.event_id}"


class WaitingPlayer(models.Model):
    """A person who waits for a place in an event. One who came first (the lower id) is first."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="waiting")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["event", "id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "person"], name="a_person_waits_once")]

    def __str__(self) -> str:
        return f"{self.person_id} waits for event {self.event_id}"


# --- what is kept where an event is played over the board -------------------------------------------------
# Who checked in, and links on result slips that were revoked.


class CheckIn(models.Model):
    """That players check in for a round that is not paired yet. At most one an event; `arrivals` are who is there."""

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="check_in")
    round_number = models.PositiveIntegerField()
    opened_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(round_number__gte=1), name="check_ins_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"check-in for round {self.round_number}"


class Arrival(models.Model):
    """That an entry has checked in."""

    check_in = models.ForeignKey(CheckIn, on_delete=models.CASCADE, related_name="arrivals")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="arrivals")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["check_in", "entry"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["check_in", "entry"], name="who_is_there_is_there_once"),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id} is there"


class RoundClock(models.Model):
    """The clock of a round, as everyone in the hall sees it: how long the round lasts, and how much of it is over.

    `seconds` is the whole time, extra time with it. `used` had passed when it last started, at `running_since`; None
    while it is paused. An undo leaves it as it is, and it goes with its round.
    """

    round = models.OneToOneField("tournaments.Round", on_delete=models.CASCADE, related_name="clock")
    seconds = models.PositiveIntegerField()
    used = models.PositiveIntegerField(default=0)
    running_since = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(seconds__gte=1, used__lte=F("seconds")), name="clocks_use_what_they_have"
            ),
        ]

    def __str__(self) -> str:
        return f"clock of round {self.round_id}"


class ArbiterCall(models.Model):
    """That a seat asks for an arbiter at its board, until one has answered."""

    place = models.ForeignKey("tournaments.PairedGame", on_delete=models.CASCADE, related_name="calls")
    seat = models.CharField(max_length=5)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["called_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["place", "seat"], condition=Q(answered_at=None), name="one_open_call_of_a_seat"
            ),
            models.CheckConstraint(condition=Q(seat__in=("white", "black")), name="call_of_a_known_seat"),
            models.CheckConstraint(
                condition=Q(answered_at=None) | Q(answered_at__gte=F("called_at")), name="calls_before_answers"
            ),
        ]

    def __str__(self) -> str:
        return f"call of {self.seat} at {self.place_id}"


class RevokedSeatLink(models.Model):
    """That a link of a seat at a game is dead. The next one has the `number` after it; links count from 0.

    `game` is no foreign key: the row outlives its game, so that no link comes back where an undo brings the game back.
    Rows are only ever added.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="revoked_seat_links")
    game = models.BigIntegerField()
    seat = models.CharField(max_length=5)
    number = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["game", "seat", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat", "number"], name="a_seat_link_is_revoked_once"),
            models.CheckConstraint(condition=Q(seat__in=("white", "black")), name="seat_link_of_a_known_seat"),
        ]

    def __str__(self) -> str:
        return f"link {self.number} of {self.seat} at game {self.game}"
