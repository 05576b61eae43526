"""Games, the claims about their results, and their move-by-move records."""

from __future__ import annotations

from datetime import date
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from common.journal.models import Scope
from games.models.analyses import AskedPosition, PositionAnalysis, RecordAnalysis
from games.models.archives import ArchivePart, RecordArchive
from games.models.attempts import Attempt, AttemptTurn
from games.models.broadcasts import Broadcast
from games.models.collection import IndexedPosition
from games.models.histories import History, PastEvent, PastGame
from games.models.studies import Study, StudyChapter, StudyTurn
from gipf_engine.results import PENDING, RESULTS
from players.models import Club, Person

__all__ = [
    "COLOURS",
    "RESULT_CODES",
    "ArchivePart",
    "AskedPosition",
    "Attempt",
    "AttemptTurn",
    "Broadcast",
    "Certificate",
    "Claim",
    "ClaimReason",
    "Claimant",
    "FiledRecord",
    "Game",
    "History",
    "IndexedPosition",
    "LeftOut",
    "Move",
    "PastEvent",
    "PastGame",
    "PositionAnalysis",
    "Record",
    "RecordAnalysis",
    "RecordArchive",
    "RecordFile",
    "RecordedTurn",
    "Recording",
    "ScoreSheet",
    "Source",
    "Study",
    "StudyChapter",
    "StudyTurn",
    "VoidedClaim",
]
RESULT_CODES = tuple(RESULTS)
COLOURS = ("white", "black")
GUEST_SEATS = (*COLOURS, "both")


class LeftOut(models.TextChoices):
    """Why a rated game that its players arranged counts in no list of the server."""

    UNVOUCHED = "unvouched"  # a player was in no admitted club on that day
    SHORT = "short"  # given up, or lost on time, before it had the least number of turns
    PAIR = "pair"  # the two had played the most games of that day that count
    REMOVED = "removed"  # an administrator took it out


class Game(models.Model):
    """One game between two people: all that ratings and records need, and nothing of any event.

    `parent_scope` is the scope it belongs to (opaque here); one that was arranged by its players has no `club` and is
    its own parent scope. `online`: it is played on the server's board, which says what was played and how it ended.
    `rules` is a key of the rules register with its `options` and `handicap` and, where chance lays out the board,
    `setup`, which may be a whole position that it starts from (`gipf_engine.rules.laying.as_setup`); then it is not
    rated. `agreed_draws`: its players may agree on a draw although the rules know none. `rated_on` is the day it
    counts from in rating lists: None until the parent scope is closed, so that lists change once an event. `stands_on`
    is the day, where its club is, since which it has had a result: lists that count games at once take that, another
    result leaves it as it is, and without a result it is None. One that came with its result from elsewhere has the
    day it was played. `sequence` orders games of one day. `rated_result` is set only where the list must count another
    result than the table.
    `result_locked`: its parent scope takes no other result of it until it unlocks it.
    `left_out` says why the server's lists do not count a rated game that its players arranged, or "" (`LeftOut`).
    `guests` are the seats of guests: "", "white", "black" or "both". With a guest it is online and never rated.
    `removed_at` is when an undo took it out of its parent scope: it stays with what was said of it, and no more can be.
    """

    parent_scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="games", db_column="occasion_id")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="games")
    online = models.BooleanField(default=False)
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=list, blank=True)
    handicap = models.CharField(max_length=10, blank=True)
    setup = models.CharField(max_length=160, blank=True)
    white = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="games_as_white")
    black = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="games_as_black")
    agreed_draws = models.BooleanField(default=False)
    guests = models.CharField(max_length=5, blank=True)
    rated = models.BooleanField(default=True)
    left_out = models.CharField(max_length=9, choices=LeftOut.choices, blank=True)
    played_on = models.DateField(null=True, blank=True)
    rated_on = models.DateField(null=True, blank=True, db_index=True)
    stands_on = models.DateField(null=True, blank=True)
    sequence = models.PositiveIntegerField(default=0)
    result = models.CharField(max_length=8, default=PENDING)
    rated_result = models.CharField(max_length=8, blank=True)  # "": the same as `result`
    result_locked = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    removed_at = models.DateTimeField(null=True, blank=True)
    known_zone: str | None = None
    """The time zone of its club, where that was read with the game."""

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [models.Index(fields=["played_on"], name="games_by_day")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(white=F("black")), name="nobody_plays_himself"),
            models.CheckConstraint(
                condition=Q(club__isnull=False) | Q(online=True), name="a_game_without_a_club_is_online"
            ),
            models.CheckConstraint(condition=Q(guests__in=["", *GUEST_SEATS]), name="guests_have_known_seats"),
            models.CheckConstraint(
                condition=Q(guests="") | Q(rated=False, online=True, club__isnull=True),
                name="a_game_with_a_guest_is_unrated_and_arranged",
            ),
            models.CheckConstraint(
                condition=Q(left_out="") | Q(left_out__in=LeftOut.values, rated=True, club__isnull=True),
                name="a_rated_arranged_game_is_left_out",
            ),
            models.CheckConstraint(
                condition=~Q(setup__contains="_") | Q(rated=False), name="a_game_from_a_position_is_unrated"
            ),
            models.CheckConstraint(condition=Q(result__in=RESULT_CODES), name="result_of_the_table"),
            models.CheckConstraint(
                condition=Q(rated_result="") | Q(rated_result__in=RESULT_CODES),
                name="rated_result_of_the_table",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

    @property
    def is_arranged(self) -> bool:
        """Whether its players arranged it themselves: it belongs to no event."""
        return self.club_id is None

    @property
    def is_settled(self) -> bool:
        """Whether players cannot change its result any more: it is rated, or locked."""
        return self.rated_on is not None or self.result_locked

    @property
    def time_zone(self) -> str:
        """The zone in which its times are shown."""
        if self.known_zone:
            return self.known_zone
        return self.club.time_zone if self.club else settings.TIME_ZONE

    @property
    def today(self) -> date:
        """The day that it is where it belongs."""
        return timezone.localdate(timezone=ZoneInfo(self.time_zone))


class Record(models.Model):
    """A checked record of a game as it was handed in: legal, and never rewritten.

    Names are left out of `tags` (the game knows its seats). `outcome`, `reason` and `tally` are
    what the moves alone prove. The text is written anew from the moves and `comments` when asked for. `indexed`: its
    positions are in the index of positions.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="records")
    number = models.PositiveIntegerField()
    handed_in_by = models.BigIntegerField(null=True)
    handed_in_at = models.DateTimeField()
    tags = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    plies = models.PositiveIntegerField()
    outcome = models.CharField(max_length=8)
    reason = models.CharField(max_length=20, blank=True)
    tally = models.JSONField(null=True, blank=True)
    indexed = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["game", "number"]
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=Q(indexed=False), name="records_to_index"),
            # for who asks for his data
            models.Index(fields=["handed_in_by"], condition=Q(handed_in_by__isnull=False), name="records_of_account"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_record_a_number"),
            models.UniqueConstraint(fields=["game", "digest"], name="a_record_is_kept_once"),
        ]

    def __str__(self) -> str:
        return f"record {self.number} of game {self.game_id}"


class Move(models.Model):
    """One turn of a record, in official complete notation. `comment` stands behind it (ply 0: before all)."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    token = models.CharField(max_length=200)
    comment = models.TextField(blank=True)
    at = models.DateTimeField(null=True, blank=True)
    clock_ms = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["record", "ply"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["record", "ply"], name="one_move_a_ply")]

    def __str__(self) -> str:
        return self.token


class Recording(models.Model):
    """A record while it is being written, turn by turn, by the one who may hand it in. At most one of a game is open.

    Its acts stand in the scope "game:<id>", whose version counts them. Closed, it has become `record`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="recordings")
    begun_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    record = models.ForeignKey(Record, on_delete=models.CASCADE, null=True, blank=True, related_name="recordings")

    class Meta:
        ordering: ClassVar = ["game", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(closed_at__isnull=True), name="one_open_recording_a_game"
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=False) | Q(record__isnull=True), name="an_open_recording_is_no_record_yet"
            ),
        ]

    def __str__(self) -> str:
        return f"recording {self.pk} of game {self.game_id}"


class RecordedTurn(models.Model):
    """One turn of a recording, in official complete notation; or, with an empty `token`, that turns were taken back.

    Rows are only ever added. `version` is that of the game's scope which the act made. A turn stands at its `ply` in
    place of whatever was there and after it; where turns are taken back, `ply` is how many are left. `clock_ms`: what
    the clock of the one who played it showed then, where one ran.
    """

    recording = models.ForeignKey(Recording, on_delete=models.CASCADE, related_name="turns")
    version = models.PositiveIntegerField()
    ply = models.PositiveIntegerField()
    token = models.CharField(max_length=200, blank=True)
    account = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    clock_ms = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["recording", "version", "ply"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["recording", "version", "ply"], name="one_recorded_turn_a_version_and_ply"),
            models.CheckConstraint(condition=Q(token="") | Q(ply__gt=0), name="recorded_turns_count_from_one"),
        ]

    def __str__(self) -> str:
        return self.token or f"back to {self.ply}"


class Claimant(models.TextChoices):
    """In what part a person speaks about a game."""

    WHITE = "white"
    BLACK = "black"
    ARBITER = "arbiter"
    RECORD = "record"  # no one: a record that proves another result than the one in force
    SERVER = "server"  # no one: the board of the server, on which the game was played


class Source(models.TextChoices):
    """Where a claim came in."""

    PAGE = "page"
    DESK = "desk"
    API = "api"
    RECORD = "record"
    SCORE = "score"
    IMPORT = "import"
    BOARD = "board"
    LINK = "link"  # of a seat, on a result slip: the one who holds it has no account


SPEAKERS = (Claimant.WHITE, Claimant.BLACK, Claimant.ARBITER)
"""In what parts people speak."""
SPEAKER_CHOICES = [(role.value, role.label) for role in SPEAKERS]


class Claim(models.Model):
    """What a person said of a game's result. Claims are only ever added; `gipf_engine.claims` says which is in force.

    `late`: an arbiter decided on a page that was no longer true. The claim is kept and shown, and is
    not in force until a person decides again.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="claims")
    number = models.PositiveIntegerField()
    account = models.BigIntegerField(null=True)
    role = models.CharField(max_length=8, choices=Claimant.choices)
    source = models.CharField(max_length=8, choices=Source.choices)
    result = models.CharField(max_length=8)
    late = models.BooleanField(default=False)
    record = models.ForeignKey(Record, on_delete=models.CASCADE, null=True, blank=True, related_name="claims")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["game", "number"]
        # for who asks for his data
        indexes: ClassVar = [
            models.Index(fields=["account"], condition=Q(account__isnull=False), name="claims_of_account")
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_claim_a_number"),
            models.CheckConstraint(condition=Q(result__in=RESULT_CODES), name="claim_of_the_table"),
            models.CheckConstraint(condition=Q(role__in=Claimant.values), name="claim_in_a_known_part"),
            models.CheckConstraint(condition=Q(source__in=Source.values), name="claim_from_a_known_source"),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.result}"


class VoidedClaim(models.Model):
    """That a claim does not count any more, because an undo went back to before it. Going forward again removes it."""

    claim = models.OneToOneField(Claim, on_delete=models.CASCADE, related_name="voided")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"claim {self.claim_id} is void"


class ClaimReason(models.Model):
    """Why a claim was made, in words. Apart from the claim, so that an erased person's name can go."""

    claim = models.OneToOneField(Claim, on_delete=models.CASCADE, related_name="why")
    text = models.CharField(max_length=300)

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(text=""), name="reason_says_something")]

    def __str__(self) -> str:
        return self.text


class ScoreSheet(models.Model):
    """How a game without a record ended, as a player or the arbiter handed it in. Never rewritten.

    Either the final `position` (a position text) or `counts`: for each seat one number for each of the rules'
    `score_names`. `digest` is of both, so that two who hand in the same are seen to agree.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="score_sheets")
    number = models.PositiveIntegerField()
    role = models.CharField(max_length=8, choices=Claimant.choices)
    handed_in_by = models.BigIntegerField(null=True)
    handed_in_at = models.DateTimeField()
    position = models.CharField(max_length=400, blank=True)
    counts = models.JSONField(null=True, blank=True)
    digest = models.CharField(max_length=64)
    result = models.CharField(max_length=8)

    class Meta:
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_score_sheet_a_number"),
            models.CheckConstraint(
                condition=Q(position="", counts__isnull=False) | (~Q(position="") & Q(counts__isnull=True)),
                name="score_sheet_holds_a_position_or_counts",
            ),
            models.CheckConstraint(condition=Q(role__in=SPEAKERS), name="score_sheet_in_a_known_part"),
            models.CheckConstraint(condition=Q(result__in=RESULT_CODES), name="score_sheet_of_the_table"),
        ]

    def __str__(self) -> str:
        return f"score sheet {self.number} of game {self.game_id}"


class Certificate(models.Model):
    """How a game ended, as a worker found from a record, or from the score sheet that is agreed. Never rewritten.

    `document` is what `gipf_engine.rules.certificate` made, `digest` its own.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="certificates")
    number = models.PositiveIntegerField()
    record = models.OneToOneField(Record, on_delete=models.CASCADE, null=True, blank=True, related_name="certificate")
    sheet = models.OneToOneField(
        ScoreSheet, on_delete=models.CASCADE, null=True, blank=True, related_name="certificate"
    )
    document = models.JSONField()
    digest = models.CharField(max_length=64)
    result = models.CharField(max_length=8)
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_certificate_a_number"),
            models.CheckConstraint(
                condition=Q(record__isnull=False, sheet__isnull=True) | Q(record__isnull=True, sheet__isnull=False),
                name="certificate_of_a_record_or_a_score_sheet",
            ),
            models.CheckConstraint(condition=Q(result__in=RESULT_CODES), name="certificate_of_the_table"),
        ]

    def __str__(self) -> str:
        return f"certificate {self.number} of game {self.game_id}"


class RecordFile(models.Model):
    """A file of many records for the games of a parent scope, which workers take in a portion at a time.

    `account` handed it in. `content` is the file, compressed, until it is taken apart; `total` is then how many records
    it has. `refusal` is a message where nothing of it could be read.
    """

    parent_scope = models.ForeignKey(
        Scope, on_delete=models.CASCADE, related_name="record_files", db_column="occasion_id"
    )
    account = models.BigIntegerField()
    name = models.CharField(max_length=120, blank=True)
    content = models.BinaryField()
    asked_at = models.DateTimeField(db_index=True)
    total = models.PositiveIntegerField(null=True, blank=True)
    refusal = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"file of records {self.pk}"


class FiledRecord(models.Model):
    """One record of a file: where it stands in it, and what became of it. `text` goes when it is judged.

    `reason` says why it was refused; `ply`, `token` and `position` where it broke off.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        KEPT = "kept"
        KNOWN = "known"  # the same record of the same game was there
        REFUSED = "refused"

    file = models.ForeignKey(RecordFile, on_delete=models.CASCADE, related_name="records")
    number = models.PositiveIntegerField()
    part = models.CharField(max_length=200, blank=True)  # name of the file in an archive
    line = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    record = models.ForeignKey(Record, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.JSONField(default=dict, blank=True)
    ply = models.PositiveIntegerField(null=True, blank=True)
    token = models.CharField(max_length=200, blank=True)
    position = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering: ClassVar = ["file", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["file", "number"], name="one_filed_record_a_number"),
        ]

    def __str__(self) -> str:
        return f"record {self.number} of file {self.file_id}"
