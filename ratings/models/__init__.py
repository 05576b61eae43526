"""Rating pools, the ledger of changes, and what was published."""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from common.journal.models import Scope
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings import System, system_for
from players.models import Club, Person
from ratings.models.coverage import Coverage
from ratings.models.generations import Generations
from ratings.models.ledger import Checkpoint, History, Run
from ratings.models.lists import RatingList
from ratings.models.removed import RemovedGame

__all__ = [
    "DEFAULT_SYSTEM",
    "Checkpoint",
    "History",
    "Pool",
    "Published",
    "Rating",
    "RatingList",
    "RemovedGame",
    "Run",
]

DEFAULT_SYSTEM = "elo"
"""What a list is rated by until an organiser chooses."""
PUBLISHES = [("month", "month"), ("quarter", "quarter"), ("", "never")]

AT_ONCE_EXPLANATION = _(
    "In this list a game counts from the day its result is final, even while its event is running. Rules for the "
    "games of an event apply to those of one day."
)

_ADMITS_PROGRAMS = _(
    "In this list rated games of people against programs count, too. Each program is named as one. Games between "
    "two programs count in lists of their own."
)

USUAL_MONTHS, MOST_MONTHS = 12, 120


class Pool(models.Model):
    """One list, of one club or (club None) of the whole server: of a rule set (`rules`), of all rule sets of a `game`,
    or of all games (both ""); `coverage` says which. It counts games between people; with `programs`, which only lists
    of the server can have, those between programs. Games of a person against a program are in those lists of people
    that admit them (`admits_programs`), and in no other.

    `system` is a key of the register of rating systems; `parameters` are its own, in its words. Pools of one club that
    count the same games stand side by side, each with a system of its own: one of them, `is_main`, is the club's
    rating. It seeds events and publishes lists; the others are there to be looked at. The pool's scope is
    "pool:<id>". `publishes` says how often its lists are published; a player not rated for `inactive_after` months
    is inactive (0: no one is). Games count from the day on which their event is closed, or (`counts_at_once`) from the
    day since which their result stands; then a line of the ledger is of the games of one event and day. `generation` is
    that of the rows that are shown, `digest` the fingerprint of the ledger as last computed.
    """

    rules = models.CharField(max_length=40, blank=True)
    game = models.CharField(max_length=20, blank=True)
    programs = models.BooleanField(default=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="pools")
    system = models.CharField(max_length=20, default=DEFAULT_SYSTEM)
    parameters = models.JSONField(default=dict, blank=True)
    is_main = models.BooleanField(default=True)
    publishes = models.CharField(max_length=8, blank=True, default="month", choices=PUBLISHES)
    inactive_after = models.PositiveSmallIntegerField(default=0)
    counts_at_once = models.BooleanField(default=False)
    admits_programs = models.BooleanField(default=False)
    generation = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    computed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["rules", "game", "club"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rules", "game", "club"], condition=Q(is_main=True), name="one_rating_of_a_club"
            ),
            models.UniqueConstraint(
                fields=["rules", "game", "programs"],
                condition=Q(is_main=True, club__isnull=True),
                name="one_rating_of_the_server",
            ),
            models.UniqueConstraint(fields=["rules", "game", "club", "system"], name="a_system_once_in_a_club"),
            models.UniqueConstraint(
                fields=["rules", "game", "programs", "system"],
                condition=Q(club__isnull=True),
                name="a_system_once_on_the_server",
            ),
            models.CheckConstraint(
                condition=Q(programs=False) | Q(club__isnull=True), name="programs_are_rated_by_the_server"
            ),
            models.CheckConstraint(
                condition=Q(programs=False) | Q(admits_programs=False), name="lists_of_people_admit_programs"
            ),
            models.CheckConstraint(condition=Q(is_main=True) | Q(publishes=""), name="only_the_main_pool_publishes"),
            models.CheckConstraint(condition=Q(rules="") | Q(game=""), name="pools_cover_rules_or_a_game"),
            models.CheckConstraint(
                condition=Q(publishes__in=[key for key, _name in PUBLISHES]), name="lists_are_published_at_known_times"
            ),
            models.CheckConstraint(condition=Q(inactive_after__lte=MOST_MONTHS), name="inactive_within_ten_years"),
        ]

    def __str__(self) -> str:
        return f"{self.coverage.key} pool {self.pk}"

    @property
    def scope(self) -> str:
        return f"pool:{self.pk}"

    @property
    def coverage(self) -> Coverage:
        """Which games it counts."""
        return Coverage(self.rules, self.game, self.programs)

    @property
    def name(self) -> Message:
        """What players call the games that it counts."""
        return self.coverage.name

    @property
    def side_by_side(self) -> QuerySet[Pool]:
        """All pools that rate the same games for the same club, itself among them: the club's rating first."""
        beside = Pool.objects.filter(**self.coverage._asdict(), club=self.club_id)
        return beside.order_by("-is_main", "system")

    @property
    def main(self) -> Pool:
        """The one of them that is the club's rating, or the server's."""
        return self if self.is_main else self.side_by_side.get(is_main=True)

    @property
    def time_zone(self) -> str:
        """The zone in which its days begin: the club's, or the server's."""
        return self.club.time_zone if self.club is not None else settings.TIME_ZONE

    @property
    def today(self) -> date:
        """The day that it is there."""
        return timezone.localdate(timezone=ZoneInfo(self.time_zone))

    @property
    def active_since(self) -> date:
        """A player who was rated on this day or later is active. A list that leaves no one out asks for a year, too."""
        return months_before(self.today, self.inactive_after or USUAL_MONTHS)

    def is_inactive(self, rated_on: date) -> bool:
        """Whether a player who was rated on this day last is inactive, and left out unless asked for."""
        return bool(self.inactive_after) and rated_on < self.active_since

    @property
    def system_name(self) -> Message:
        """What readers call the system by which it is rated."""
        return Message(self.rating_system.name)

    @property
    def rating_system(self) -> System:
        """The system by which the list is rated, with the list's own numbers."""
        return system_for(self.system, self.parameters)

    def explain(self) -> list[Message]:
        """How its ratings are computed, told to players, a paragraph each."""
        at_once = [Message(AT_ONCE_EXPLANATION)] if self.counts_at_once else []
        return [*self.rating_system.explain(), *at_once, *([Message(_ADMITS_PROGRAMS)] if self.admits_programs else [])]


def months_before(day: date, months: int) -> date:
    """This day of the month so many months earlier, or the last of a shorter month."""
    counted = day.year * 12 + day.month - 1 - months
    year, month = counted // 12, counted % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


class Rating(Generations):
    """A person's rating in a pool as now known: the end of the ledger.

    `details` are those of the last change that the system shows in lists.
    """

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="ratings")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ratings")
    value = models.IntegerField()
    games = models.PositiveIntegerField()
    provisional = models.BooleanField()
    details = models.JSONField(default=dict)
    last_change = models.IntegerField(default=0)
    last_rated_on = models.DateField()

    class Meta:
        ordering: ClassVar = [F("value").desc(), "person"]
        # with the columns by which a list is counted: from the index alone
        indexes: ClassVar = [
            models.Index(
                fields=["pool", "-value", "-games", "since", "until", "last_rated_on", "person"], name="rating_by_value"
            )
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "person", "since"], name="one_rating_a_person"),
            models.CheckConstraint(condition=Q(until__gt=F("since")), name="ratings_are_shown_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.value}"


class Published(models.Model):
    """What a list said when an event was first rated. Never rewritten: corrections show beside it.

    Where games count at once it is what the list said of those that count from the day `rated_on`, else that is None.
    """

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="published")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="published_ratings")
    parent_scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+", db_column="occasion_id")
    rated_on = models.DateField(null=True)
    value = models.IntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pool", "person", "parent_scope"], condition=Q(rated_on=None), name="published_once"
            ),
            models.UniqueConstraint(
                fields=["pool", "person", "parent_scope", "rated_on"],
                condition=Q(rated_on__isnull=False),
                name="published_once_a_day",
            ),
            models.CheckConstraint(condition=Q(value__gte=0), name="published_is_a_rating"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.value}"
