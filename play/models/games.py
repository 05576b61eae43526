"""Games that are played in the browser: challenges, and games with their clocks."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models import COLOURS, Game
from play.models.series import SERIES_LENGTHS, Series
from players.models import Person


class OfferKind(models.TextChoices):
    """What one player may offer the other."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    ADJOURN = "adjourn"
    RESUME = "resume"
    REMATCH = "rematch"


class OnlineGame(models.Model):
    """What a game has while it is played here, beside its turns (`games.models.Recording`).

    `clock` is a clock of `gipf_engine.clocks`. `deadline` is when it ends the game if no one moves before:
    the flag falls, or, while the clock waits for the first turn of each player, the game is aborted. None when it
    is over. An adjourned game has one, too: until then both must have come back.

    `offer` is what was last offered in this position, by the seat `offer_by` after `offer_ply` turns, and `offer_open`
    whether the opponent has not answered yet. `rematch` is the next game of the two. Its set-up follows from
    `rematch_seed`, of which only the hash is shown until it begins; that of this game followed from `seed`.

    A game of a `series` is the `series_number`th of it, from 1; its `rematch` is the next one.

    A game of an event has `no_show_at`: who has not made his first turn by then loses by forfeit. `white_came_at` and
    `black_came_at` are when each looked at its board for the first time.
    """

    class Ending(models.TextChoices):
        RULES = "rules"
        RESIGNED = "resigned"
        TIME = "time"
        AGREED = "agreed"
        ABORTED = "aborted"
        LEFT = "left"
        NO_SHOW = "no-show"
        DECIDED = "decided"  # elsewhere: by an arbiter

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="online_game")
    control = models.CharField(max_length=40)
    clock = models.JSONField()
    deadline = models.DateTimeField(null=True, blank=True)
    offer = models.CharField(max_length=8, choices=OfferKind.choices, blank=True)
    offer_by = models.CharField(max_length=5, blank=True)
    offer_ply = models.PositiveIntegerField(default=0)
    offer_open = models.BooleanField(default=False)
    seed = models.CharField(max_length=64, blank=True)
    rematch_seed = models.CharField(max_length=64, blank=True)
    rematch = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch_of")
    series = models.ForeignKey(Series, on_delete=models.CASCADE, null=True, blank=True, related_name="games")
    series_number = models.PositiveSmallIntegerField(default=0)
    no_show_at = models.DateTimeField(null=True, blank=True)
    white_came_at = models.DateTimeField(null=True, blank=True)
    black_came_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=8, choices=Ending.choices, blank=True)

    class Meta:
        ordering: ClassVar = ["game"]
        indexes: ClassVar = [
            models.Index(fields=["deadline"], condition=Q(ended_at__isnull=True), name="deadlines_of_online_games")
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ending="") | Q(ended_at__isnull=False, deadline__isnull=True),
                name="an_online_game_ends_once",
            ),
            models.CheckConstraint(
                condition=Q(ending="", ended_at__isnull=True)
                | Q(
                    ending__in=["rules", "resigned", "time", "agreed", "aborted", "left", "no-show", "decided"],
                    ended_at__isnull=False,
                ),
                name="an_online_game_ends_in_a_known_way",
            ),
            models.CheckConstraint(
                condition=~Q(ending="no-show") | Q(no_show_at__isnull=False), name="a_time_to_come_is_missed"
            ),
            models.CheckConstraint(condition=Q(offer_by__in=["", *COLOURS]), name="a_seat_makes_an_offer"),
            models.CheckConstraint(
                condition=Q(offer_open=False) | (~Q(offer="") & ~Q(offer_by="")), name="an_open_offer_offers_something"
            ),
            models.CheckConstraint(condition=Q(offer__in=["", *OfferKind.values]), name="a_known_offer"),
            models.UniqueConstraint(fields=["series", "series_number"], name="one_game_a_number_in_a_series"),
            models.CheckConstraint(
                condition=Q(series=None, series_number=0) | Q(series__isnull=False, series_number__gte=1),
                name="a_game_of_a_series_has_its_number",
            ),
        ]

    def __str__(self) -> str:
        return f"online game {self.pk}"


class Presence(models.Model):
    """When a web process was last there, so that players could reach the server (`play.clocks.services.uptime`).

    Where there is a Redis, that is noted there, and here now and then.

    A second row, while turns wait for a thread: when the oldest of them came.
    """

    ONLY = 1
    OLDEST_TURN = 2

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"reached {self.at}"


class Challenge(models.Model):
    """An offer to play: to everybody, to one person, or to the one who has its link. Taken, it has become `game`.

    `colour` is the challenger's, "" for either by chance; with a `handicap`, which is for one side, it is chosen.
    `least` and `most` bound the rating of the one who takes it. With `guests` it may be taken without an account.
    `games` are those of a series, 1 for a single one; the colours are those of the first. Of the `seed` that lays the
    game out only the hash is shown before it begins. Open is what is not closed and not past `expires_at`.
    """

    class Audience(models.TextChoices):
        EVERYBODY = "everybody"
        PERSON = "person"
        LINK = "link"

    challenger = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="challenges")
    audience = models.CharField(max_length=9, choices=Audience.choices)
    opponent = models.ForeignKey(
        Person, on_delete=models.CASCADE, null=True, blank=True, related_name="received_challenges"
    )
    token = models.CharField(max_length=32, unique=True)
    rules = models.CharField(max_length=40)
    control = models.CharField(max_length=40)
    colour = models.CharField(max_length=5, blank=True)
    handicap = models.CharField(max_length=10, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    rated = models.BooleanField()
    guests = models.BooleanField(default=False)
    games = models.PositiveSmallIntegerField(default=1)
    least = models.PositiveIntegerField(null=True, blank=True)
    most = models.PositiveIntegerField(null=True, blank=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    game = models.OneToOneField(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="challenge")

    class Meta:
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [
            models.Index(fields=["audience", "expires_at"], condition=Q(closed_at__isnull=True), name="open_challenges")
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(audience="person", opponent__isnull=False)
                | Q(audience__in=["everybody", "link"], opponent__isnull=True),
                name="a_challenge_to_a_person_names_one",
            ),
            models.CheckConstraint(
                condition=Q(opponent__isnull=True) | ~Q(opponent=F("challenger")), name="nobody_challenges_himself"
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=True) | Q(closed_at__isnull=False), name="a_challenge_is_taken_once"
            ),
            models.CheckConstraint(condition=Q(colour__in=["", *COLOURS]), name="a_challenger_takes_a_colour"),
            models.CheckConstraint(
                condition=Q(handicap="") | ~Q(colour=""), name="a_handicap_goes_with_a_chosen_colour"
            ),
            models.CheckConstraint(
                condition=Q(guests=False) | Q(rated=False, opponent=None, least=None, most=None),
                name="guests_take_unrated_challenges",
            ),
            models.CheckConstraint(
                condition=Q(games__in=(1, *SERIES_LENGTHS)), name="a_challenge_is_to_one_game_or_a_series"
            ),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk}"

    @property
    def is_open(self) -> bool:
        """Whether it can be taken now."""
        return self.closed_at is None and self.expires_at > timezone.now()
