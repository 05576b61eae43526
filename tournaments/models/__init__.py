"""Events, entries, rounds, pairings."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar

from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, Value, When

from games.models import Game
from gipf_engine.results import Scoring
from players.models import Club, Person
from ratings.models import RatingList
from tournaments.models.announcements import Announcement
from tournaments.models.arenas import Arena, ArenaPlayer
from tournaments.models.byes import ByeRequest
from tournaments.models.circuits import Circuit, CircuitEvent
from tournaments.models.club_files import ClubFile, ClubFilePart
from tournaments.models.deals import Deal, DrawnDeal, PairedAttempt
from tournaments.models.festivals import Festival, FestivalSection, RevokedPlayerLink
from tournaments.models.forbidden import ForbiddenEntry, ForbiddenGroup
from tournaments.models.medleys import GameChoice
from tournaments.models.on_site import (
    ArbiterCall,
    Arrival,
    CheckIn,
    EntryLimit,
    RevokedSeatLink,
    RoundClock,
    WaitingPlayer,
)
from tournaments.models.open_data import OpenMonth, OpenMonthPart
from tournaments.models.pending import Explanation, ImportRequest, Reason, RestorePoint, RoundDraft, RoundRequest
from tournaments.models.prizes import Category, CategoryMember, PlacePrize, PrizeRules
from tournaments.models.questions import Answer, Question
from tournaments.models.rules import RuleExit
from tournaments.models.seasons import Division, League, Season, SeasonMove
from tournaments.models.stages import Stage, StageEvent, StagePass, StagePlan, StageQualifier
from tournaments.models.teams import (
    ForbiddenTeam,
    LineUp,
    LineUpDeadline,
    LineUpSeat,
    MatchBoard,
    Team,
    TeamByeRequest,
    TeamMatch,
    TeamMember,
)
from tournaments.models.templates import EventTemplate
from tournaments.models.titles import Award, AwardWithdrawal, Title
from tournaments.models.verification import VerifiedResult
from tournaments.models.webhooks import EventMail, Webhook, WebhookMessage
from tournaments.rating_columns import RatingSource, usual_columns

__all__ = [
    "Announcement",
    "Answer",
    "ArbiterCall",
    "Arena",
    "ArenaPlayer",
    "Arrival",
    "Award",
    "AwardWithdrawal",
    "ByeRequest",
    "Category",
    "CategoryMember",
    "CheckIn",
    "Circuit",
    "CircuitEvent",
    "ClubFile",
    "ClubFilePart",
    "Deal",
    "Division",
    "DrawnDeal",
    "Entry",
    "EntryLimit",
    "Event",
    "EventMail",
    "EventManager",
    "EventTemplate",
    "Explanation",
    "Festival",
    "FestivalSection",
    "ForbiddenEntry",
    "ForbiddenGroup",
    "ForbiddenTeam",
    "GameChoice",
    "ImportRequest",
    "League",
    "LineUp",
    "LineUpDeadline",
    "LineUpSeat",
    "MatchBoard",
    "Member",
    "OpenMonth",
    "OpenMonthPart",
    "PairedAttempt",
    "PairedGame",
    "Pairing",
    "PlacePrize",
    "PrizeRules",
    "Question",
    "Reason",
    "RestorePoint",
    "RevokedPlayerLink",
    "RevokedSeatLink",
    "Round",
    "RoundClock",
    "RoundDraft",
    "RoundRequest",
    "RuleExit",
    "Season",
    "SeasonMove",
    "Slot",
    "Stage",
    "StageEvent",
    "StagePass",
    "StagePlan",
    "StageQualifier",
    "Team",
    "TeamByeRequest",
    "TeamMatch",
    "TeamMember",
    "Title",
    "VerifiedResult",
    "WaitingPlayer",
    "Webhook",
    "WebhookMessage",
]


class EventManager(models.Manager["Event"]):
    """The events that there are: without those of which not everything is stored yet."""

    def get_queryset(self) -> models.QuerySet[Event]:
        read_along: dict[str, Any] = {"has_left_rules": Exists(RuleExit.objects.filter(event=OuterRef("pk")))}
        return super().get_queryset().filter(staged=False).annotate(**read_along)


PLACE_IN_LISTS = Case(
    When(state="running", then=Value(0)),
    When(state="open", then=Value(1)),
    When(state="draft", then=Value(2)),
    default=Value(3),
)
"""By which a list of events shows what runs, then what is to come, then what is over; the index of events has it."""


class Event(models.Model):
    """A tournament of one club: a format makes its rounds, a rule set governs its games.

    Its scope is "event:<id>" and lies in its club's. `starts_on` and `ends_on` are days in `time_zone`. `format` is a
    key of the pairing systems, `rules` of the rules register, `tie_breaks` of the tie-breaks; `scoring` holds the
    fields of `gipf_engine.results.Scoring` that differ from its defaults, in tenths. `format_options` are choices
    within the format (`tournaments.core.formats.options_of`) that differ from their defaults. `agreed_draws`: players
    may agree on a draw although the rules of the game know none. `time_control`: games are played on this server by
    that clock (`gipf_engine.clocks`), "" for over the board; who makes no first turn within `no_show_minutes` loses by
    forfeit. `first_colour` is who of number 1 and its opponent begins in round 1: "w" or "b", drawn or set when the
    event starts; `lot_seed`: what lots follow from (`tournaments.core.draws`), "" before. `file_header` is what a file
    that the event came from said besides: fields of `trf.Document`. `rating_columns` of its standings: some of
    `tournaments.rating_columns.RatingColumn`. `has_left_rules` is read with the event by `objects`; ask
    `follows_rules`. `hides_rounds`: so many of the last rounds are in no standings that readers see, 0 for
    all, None for none. `two_persons`: results that are entered at the desk are verified by a second person.

    `medley` lists the rule sets of an event of several games (empty: one game); `rules` is the first of them then.
    `medley_order` says how the game of a board is settled (`gipf_engine.tournament.medleys.Order`), `mixed_matches`
    that the two games of a match are different ones, `choice_minutes` how long a player may choose (None: until an
    arbiter settles it), `seeding_list` by which rating list it seeds ("" for that of all games).
    """

    class Handicap(models.TextChoices):
        NONE = "none"  # everybody starts equal
        BY_HAND = "by-hand"  # the arbiter sets it game by game, before the first move

    class Setups(models.TextChoices):
        """Where chance lays out the board: how many set-ups a round has. Other games do not mind it."""

        ROUND = "round"  # one for all boards
        BOARD = "board"  # each board its own

    class MedleyOrder(models.TextChoices):
        """How the game of a board is settled where an event has several games."""

        LIST = "list"  # the games in their order, round by round
        ROUND = "round"  # drawn, one for all boards of a round
        BOARD = "board"  # drawn for each board
        CHOICE = "choice"  # the lower rated player of each board chooses

    class State(models.TextChoices):
        DRAFT = "draft"  # only its organisers see it
        OPEN = "open"  # announced; players can enter themselves if `self_entry`
        RUNNING = "running"  # numbers are given, rounds are paired
        CLOSED = "closed"  # final; its games are rated

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=80, blank=True)
    about = models.TextField(max_length=2000, blank=True)
    starts_on = models.DateField()
    ends_on = models.DateField()
    time_zone = models.CharField(max_length=40)
    format = models.CharField(max_length=30)
    format_options = models.JSONField(default=dict, blank=True)
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=list, blank=True)
    medley = models.JSONField(default=list, blank=True)
    medley_order = models.CharField(max_length=6, choices=MedleyOrder.choices, blank=True, default="")
    mixed_matches = models.BooleanField(default=False)
    choice_minutes = models.PositiveIntegerField(null=True, blank=True)
    seeding_list = models.CharField(max_length=40, blank=True, default="")
    handicap = models.CharField(max_length=8, choices=Handicap.choices, default=Handicap.NONE)
    setups = models.CharField(max_length=5, choices=Setups.choices, default=Setups.ROUND)
    rounds_planned = models.PositiveIntegerField(null=True, blank=True)  # None: the format knows
    games_per_round = models.PositiveIntegerField(default=1)
    scoring = models.JSONField(default=dict, blank=True)
    tie_breaks = models.JSONField(default=list)
    agreed_draws = models.BooleanField(default=False)
    rated = models.BooleanField(default=True)
    self_entry = models.BooleanField(default=False)
    time_control = models.CharField(max_length=40, blank=True, default="")
    no_show_minutes = models.PositiveIntegerField(null=True, blank=True)
    hides_rounds = models.PositiveIntegerField(null=True, blank=True)
    two_persons = models.BooleanField(default=False)
    rating_columns = models.JSONField(default=usual_columns, blank=True)
    first_colour = models.CharField(max_length=1, blank=True)
    lot_seed = models.CharField(max_length=64, blank=True, default="")
    file_header = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    example = models.BooleanField(default=False)
    staged = models.BooleanField(default=False)

    has_left_rules: bool

    objects = EventManager()
    with_staged: ClassVar[models.Manager[Event]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["-starts_on", "-id"]
        indexes: ClassVar = [
            models.Index(fields=["-starts_on", "-id"], name="events_by_day"),
            models.Index(PLACE_IN_LISTS, F("starts_on").desc(), F("id").desc(), name="events_as_listed"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="event_has_a_name"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="event_ends_after_it_begins"),
            models.CheckConstraint(condition=Q(games_per_round__in=(1, 2)), name="one_or_two_games_a_round"),
            models.CheckConstraint(
                condition=Q(time_control="", no_show_minutes__isnull=True)
                | (~Q(time_control="") & Q(no_show_minutes__isnull=False, no_show_minutes__gte=1)),
                name="who_plays_here_has_a_clock_and_a_time_to_come",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("draft", "open", "running", "closed")), name="event_in_a_known_state"
            ),
            models.CheckConstraint(condition=Q(handicap__in=("none", "by-hand")), name="handicap_of_a_known_kind"),
            models.CheckConstraint(condition=Q(setups__in=("round", "board")), name="setups_of_a_known_kind"),
            models.CheckConstraint(condition=Q(first_colour__in=("", "w", "b")), name="first_colour_of_a_known_kind"),
            models.CheckConstraint(
                condition=Q(medley_order="", mixed_matches=False, choice_minutes__isnull=True)
                | Q(medley_order__in=("list", "round", "board", "choice")),
                name="several_games_are_settled_somehow",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"event:{self.pk}"

    @property
    def is_played_here(self) -> bool:
        """Whether its games are played on this server, where both players have an account."""
        return bool(self.time_control)

    @property
    def follows_rules(self) -> bool:
        """Whether the event was under standard rules (`tournaments.core.standard_rules`) all the time."""
        if not hasattr(self, "has_left_rules"):
            self.has_left_rules = self.rule_exits.exists()
        return not self.has_left_rules

    @property
    def points(self) -> Scoring:
        """The event's scoring as the engine takes it."""
        known: dict[str, Any] = {
            field.name: self.scoring[field.name] for field in fields(Scoring) if field.name in self.scoring
        }
        return Scoring(**known)


class Entry(models.Model):
    """A place in an event. It has one member today and may have more in team events.

    `number` is the pairing number (TPN), given when the event starts (None before); it may move until round 4 is paired
    (`tournaments.entries.services.numbering`). `rating` is what seeding uses, None for the unrated; `rating_source`
    says where it is from, `rating_day` for which day it was looked up, and `rating_list` which published list says so
    (None where none was). `withdrawn_after` counts the rounds that were paired when the entry left (None: it plays);
    what it had stands, unless `annulled` takes its games out of the standings, or it was `expelled`: it is not ranked
    then, and its games count for its opponents alone. `no_half_byes`: no one gives it a half-point bye. `group` is its
    group or team, from 1, in formats that have some. `virtual_points` are what acceleration adds before each round, in
    tenths. `lot_key` is its key in the drawing of lots: how many had entered with it. `details` came from a file and go
    into files again: title, sex, birth, FIDE number.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(null=True, blank=True)
    rating = models.IntegerField(null=True, blank=True)
    rating_source = models.CharField(max_length=6, choices=RatingSource.choices, blank=True, default="")
    rating_day = models.DateField(null=True, blank=True)
    rating_list = models.ForeignKey(RatingList, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_after = models.PositiveIntegerField(null=True, blank=True)
    annulled = models.BooleanField(default=False)
    expelled = models.BooleanField(default=False)
    no_half_byes = models.BooleanField(default=False)
    group = models.PositiveIntegerField(null=True, blank=True)
    virtual_points = models.JSONField(default=list, blank=True)
    lot_key = models.PositiveIntegerField(null=True, blank=True)
    details = models.JSONField(default=dict, blank=True)
    entered_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["event", "number", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["event", "lot_key"], name="one_entry_a_lot"),
            models.CheckConstraint(condition=Q(number__isnull=True) | Q(number__gte=1), name="numbers_count_from_1"),
            models.CheckConstraint(
                condition=Q(annulled=False) | Q(withdrawn_after__isnull=False), name="only_who_left_is_annulled"
            ),
            models.CheckConstraint(
                condition=Q(expelled=False) | Q(withdrawn_after__isnull=False, annulled=False),
                name="only_who_left_is_expelled",
            ),
            models.CheckConstraint(condition=Q(group__isnull=True) | Q(group__gte=1), name="groups_count_from_1"),
            models.CheckConstraint(
                condition=Q(rating_source__in=("", "server", "club", "file", "hand")), name="rating_of_a_known_source"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number or self.pk}"

    @property
    def withdrawn(self) -> bool:
        """Whether this entry has left the event."""
        return self.withdrawn_after is not None


class Member(models.Model):
    """A person in an entry. `event` is repeated here so that the database refuses a person twice."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries")
    board = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["entry", "board"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "person"], name="a_person_enters_once"),
            models.UniqueConstraint(fields=["entry", "board"], name="one_member_a_board"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.entry_id}"


class Round(models.Model):
    """A round that has been paired. `version` moves with every act on it; forms carry it.

    `deadline` is the day by which its games should be played. `known` is what was known when it was paired and may
    change later (`tournaments.core.pairing_history`); None where it came from a file. `by_hand` is what the format
    gave where arbiters paired otherwise (`tournaments.core.round_drafts`), None where it stands as it was given.
    `locked`: none of its results changes until an arbiter unlocks it (`tournaments.rounds.services.round_changes`).
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    deadline = models.DateField(null=True, blank=True)
    known = models.JSONField(null=True, blank=True)
    by_hand = models.JSONField(null=True, blank=True)
    locked = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["event", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_round_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class Pairing(models.Model):
    """Two entries who meet on a board, or one entry with deals to play alone or a kind of bye. `Slot` says who.

    `lot` is the number of the round's draw (`Deal`) by which it was drawn who begins; None where that followed from
    the format, or was changed by hand. `has_colours` is False where the file that it came from does not say who began,
    as some write forfeits: who sits as White is then no colour.
    """

    class Kind(models.TextChoices):
        GAME = "game"
        PAIRING_BYE = "pab"
        FULL_BYE = "full"
        HALF_BYE = "half"
        ZERO_BYE = "zero"
        REST = "rest"  # an odd field where the schedule is fixed: no one's wish, no points
        SOLO = "solo"  # the deals of a round that everybody plays alone

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    board = models.PositiveIntegerField()  # from 1 in publishing order; byes follow the games
    kind = models.CharField(max_length=5, choices=Kind.choices)
    lot = models.PositiveIntegerField(null=True, blank=True)
    has_colours = models.BooleanField(default=True)

    class Meta:
        ordering: ClassVar = ["round", "board"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "board"], name="one_pairing_a_board"),
            models.CheckConstraint(
                condition=Q(kind__in=("game", "pab", "full", "half", "zero", "rest", "solo")),
                name="pairing_of_a_known_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} on board {self.board}"


class Slot(models.Model):
    """An entry's seat in a pairing. `round` is repeated here so that the database refuses an entry twice a round."""

    class Side(models.TextChoices):
        WHITE = "white"
        BLACK = "black"
        ALONE = "alone"

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="slots")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="slots")
    entry = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="slots")
    side = models.CharField(max_length=5, choices=Side.choices)

    class Meta:
        ordering: ClassVar = ["pairing", "-side"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_pairing_of_an_entry_a_round"),
            models.UniqueConstraint(fields=["pairing", "side"], name="one_entry_a_seat"),
            models.CheckConstraint(condition=Q(side__in=("white", "black", "alone")), name="slot_of_a_known_side"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.side}"


class PairedGame(models.Model):
    """A game of a pairing. `leg` counts them; colours swap in each second one.

    In a knock-out, legs beyond the event's games a round are tie-break games, which decide who advances.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="paired_games")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="paired")
    leg = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["pairing", "leg"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["pairing", "leg"], name="one_game_a_leg")]

    def __str__(self) -> str:
        return f"leg {self.leg} of {self.pairing_id}"
