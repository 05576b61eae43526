"""Categories of players within an event, and prizes of the event and of its categories."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from gipf_engine.tournament.prizes import Sharing
from players.models import Club

MOST_CENTS = 100_000_000


class Category(models.Model):
    """Some players of an event, who have a table of their own. Which, follows from `kind`.

    CLUB: members of `club` on the first day of the event. AGE: who is `least` to `most` years old on `on_day`. RATING:
    whose rating in the event is `least` to `most`; the unrated are below every rating. HAND: `members`. BOARD: who has
    played `least` games (None: one) at board `board` of matches of teams. Bounds belong to the category, None is no
    bound.
    """

    class Kind(models.TextChoices):
        CLUB = "club"
        AGE = "age"
        RATING = "rating"
        HAND = "hand"
        BOARD = "board"

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="categories")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    least = models.PositiveIntegerField(null=True, blank=True)
    most = models.PositiveIntegerField(null=True, blank=True)
    on_day = models.DateField(null=True, blank=True)
    board = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["event", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "name"], name="one_category_a_name"),
            models.CheckConstraint(condition=~Q(name=""), name="category_has_a_name"),
            models.CheckConstraint(
                condition=Q(kind="club", club__isnull=False, least__isnull=True, most__isnull=True, on_day__isnull=True)
                | Q(kind="age", club__isnull=True, on_day__isnull=False)
                | Q(kind="rating", club__isnull=True, on_day__isnull=True)
                | Q(kind="hand", club__isnull=True, least__isnull=True, most__isnull=True, on_day__isnull=True)
                | Q(kind="board", club__isnull=True, most__isnull=True, on_day__isnull=True),
                name="category_says_who_is_in_it",
            ),
            models.CheckConstraint(
                condition=Q(kind="board", board__gte=1) | (~Q(kind="board") & Q(board__isnull=True)),
                name="a_board_belongs_to_its_category",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("club", "hand", "board")) | Q(least__isnull=False) | Q(most__isnull=False),
                name="category_with_a_bound",
            ),
            models.CheckConstraint(
                condition=Q(least__isnull=True) | Q(most__isnull=True) | Q(least__lte=F("most")),
                name="category_with_bounds_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class CategoryMember(models.Model):
    """That an organiser put an entry into a category."""

    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering: ClassVar = ["category", "entry"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["category", "entry"], name="once_in_a_category"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.category_id}"


class PrizeRules(models.Model):
    """How prizes of an event are given (`gipf_engine.tournament.prizes.Rules`). `unit` is in cents of `currency`."""

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="prize_rules")
    currency = models.CharField(max_length=8, blank=True)
    sharing = models.CharField(max_length=5, default=Sharing.EQUAL.value)
    unit = models.PositiveIntegerField(default=1)
    several = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(sharing__in=("equal", "hort", "rank")), name="sharing_of_a_known_kind"),
            models.CheckConstraint(condition=Q(unit__gte=1), name="prizes_have_a_unit"),
        ]

    def __str__(self) -> str:
        return f"prizes of event {self.event_id}: {self.sharing}"


class PlacePrize(models.Model):
    """What a place of the event, or of a category, brings: `amount` cents, and a thing called `name`."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="prizes")
    category = models.ForeignKey(Category, on_delete=models.CASCADE, null=True, blank=True, related_name="prizes")
    place = models.PositiveIntegerField()
    amount = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering: ClassVar = ["event", "category", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "place"], condition=Q(category__isnull=True), name="one_prize_a_place"
            ),
            models.UniqueConstraint(fields=["category", "place"], name="one_prize_a_place_of_a_category"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_of_prizes_count_from_1"),
            models.CheckConstraint(condition=Q(amount__gt=0) | ~Q(name=""), name="a_prize_is_something"),
            models.CheckConstraint(condition=Q(amount__lte=MOST_CENTS), name="a_prize_that_can_be_added_up"),
        ]

    def __str__(self) -> str:
        return f"prize {self.place} of event {self.event_id}"
