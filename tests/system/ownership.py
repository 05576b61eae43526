"""Whose each row of the database is: one club's, or the server's and other clubs'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.apps import apps
from django.db import connection

Row = Mapping[str, Any]

ABOVE: dict[str, str] = {
    "journal.JournalEntry": "scope", "players.Session": "account", "players.KnownDevice": "account",
    "players.SecondFactor": "account", "players.RecoveryCode": "account", "players.ApiToken": "account",
    "players.Notification": "account", "players.PushDevice": "account", "players.NotificationSettings": "account",
    "players.MailSubscription": "account", "players.Passkey": "account",
    "players.Upload": "account", "players.UploadPart": "upload",
    "players.Follow": "account", "players.NoFollowers": "person",
    "players.Merge": "kept", "players.GuardianConsent": "club", "players.GuardianAnswer": "consent",
    "players.Membership": "club", "players.Invitation": "club", "players.Grant": "scope",
    "players.RoleOffer": "club", "players.JoinRequest": "club", "players.ClubPage": "club",
    "tournaments.EventTemplate": "club", "players.HousePlayer": "club", "tournaments.RuleExit": "event",
    "games.Game": "club", "games.Record": "game", "games.Move": "record", "games.IndexedPosition": "game",
    "games.VoidedClaim": "claim", "games.Broadcast": "parent_scope",
    "games.Claim": "game", "games.ClaimReason": "claim", "games.ScoreSheet": "game", "games.Certificate": "game",
    "games.Attempt": "parent_scope", "games.AttemptTurn": "attempt", "games.Recording": "game",
    "games.RecordedTurn": "recording", "games.RecordFile": "parent_scope", "games.FiledRecord": "file",
    "ratings.Pool": "club", "ratings.History": "pool", "ratings.Checkpoint": "pool", "ratings.Rating": "pool",
    "games.Study": "owner", "games.StudyChapter": "study", "games.StudyTurn": "chapter",
    "games.History": "club", "games.PastEvent": "history", "games.PastGame": "event",
    "ratings.Published": "pool", "ratings.RatingList": "pool", "ratings.Run": "pool",
    "tournaments.Event": "club", "tournaments.Entry": "event", "tournaments.Festival": "club",
    "tournaments.Title": "club", "tournaments.Award": "title", "tournaments.AwardWithdrawal": "award",
    "tournaments.League": "club", "tournaments.Season": "league", "tournaments.Division": "season",
    "tournaments.SeasonMove": "season",
    "tournaments.Circuit": "club", "tournaments.CircuitEvent": "circuit",
    "tournaments.FestivalSection": "festival", "tournaments.RevokedPlayerLink": "festival",
    "tournaments.StagePlan": "club", "tournaments.Stage": "plan", "tournaments.StageEvent": "stage",
    "tournaments.StageQualifier": "place", "tournaments.StagePass": "stage",
    "tournaments.Member": "event", "tournaments.ByeRequest": "entry", "tournaments.ForbiddenGroup": "event",
    "tournaments.ForbiddenEntry": "group", "tournaments.RoundRequest": "event",
    "tournaments.RoundDraft": "event", "tournaments.Round": "event",
    "tournaments.Pairing": "round", "tournaments.Slot": "pairing", "tournaments.PairedGame": "pairing",
    "tournaments.Deal": "event", "tournaments.Explanation": "event", "tournaments.Reason": "event",
    "tournaments.RestorePoint": "event", "tournaments.RevokedSeatLink": "event",
    "tournaments.ArbiterCall": "place",
    "tournaments.Team": "event", "tournaments.TeamMember": "team", "tournaments.TeamMatch": "round",
    "tournaments.MatchBoard": "match", "tournaments.LineUp": "team", "tournaments.LineUpSeat": "line_up",
    "tournaments.LineUpDeadline": "round", "tournaments.TeamByeRequest": "team", "tournaments.ForbiddenTeam": "group",
    "tournaments.GameChoice": "paired_game",
    "tournaments.Announcement": "event", "tournaments.Question": "event", "tournaments.Answer": "question",
    "tournaments.VerifiedResult": "claim",
    "tournaments.Webhook": "event", "tournaments.WebhookMessage": "webhook", "tournaments.EventMail": "account",
    "tournaments.RoundClock": "round", "tournaments.CheckIn": "event", "tournaments.Arrival": "check_in",
    "tournaments.Arena": "event", "tournaments.ArenaPlayer": "entry",
    "tournaments.Category": "event", "tournaments.CategoryMember": "category",
    "tournaments.PrizeRules": "event", "tournaments.PlacePrize": "event",
    "tournaments.EntryLimit": "event", "tournaments.WaitingPlayer": "event",
    "tournaments.DrawnDeal": "draw", "tournaments.PairedAttempt": "pairing", "tournaments.ImportRequest": "club",
    "tournaments.ClubFile": "club", "tournaments.ClubFilePart": "file",
    "play.PracticeAttempt": "attempt", "play.DayAttempt": "attempt",
    "play.OnlineGame": "game", "play.Challenge": "challenger", "play.Guest": "person",
    "play.ChatMessage": "author", "play.SpectatorMessage": "author",
    "play.Report": "person", "play.Block": "by", "play.Sanction": "person",
    "play.GameNote": "person", "play.ConditionalLine": "person", "play.Seek": "person", "play.DoneLesson": "account",
    "play.PuzzleAttempt": "account", "play.PuzzleRating": "account",
    "play.Vacation": "person", "play.PlayerSettings": "account",
}  # fmt: skip
"""By table, the foreign key that leads to whose a row is. Tables that are in no list here are nobody's own."""

FOR_EVERYBODY = {"archive-records", "make-open-month", "solve-deal", "find-hint", "analyse-record", "look-at-position",
                 "look-on-board", "look-deeper-on-board"}  # fmt: skip
"""Kinds of jobs of which nobody is the owner."""
BESIDE = {"sessions.Session", "jobs.JobCount"}
"""What moves when somebody merely comes by, in the browser's own name; how many jobs of a kind the server has done."""


@dataclass
class Snapshot:
    """Every row of every table as the database gives it, by table; and by primary key, once somebody asks."""

    raw: dict[str, list[tuple[Any, ...]]]
    columns: dict[str, list[str]]

    @classmethod
    def now(cls) -> Snapshot:
        found = cls({}, {})
        with connection.cursor() as cursor:
            for model in apps.get_models(include_auto_created=True):
                label = model._meta.label
                if label not in BESIDE:
                    quote = connection.ops.quote_name
                    order = ", ".join(quote(column) for column in _key(label))
                    cursor.execute(f"SELECT * FROM {quote(model._meta.db_table)} ORDER BY {order}")
                    found.raw[label] = cursor.fetchall()
                    found.columns[label] = [column[0] for column in cursor.description]
        return found

    @cached_property
    def tables(self) -> Tables:
        return Tables(self)


class Tables(dict[str, Mapping[Any, Row]]):
    """The rows of a table by primary key, made when they are asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__()
        self.snapshot = snapshot

    def __missing__(self, label: str) -> Mapping[Any, Row]:
        columns, key = self.snapshot.columns[label], _key(label)
        rows = [dict(zip(columns, row, strict=True)) for row in self.snapshot.raw[label]]
        self[label] = {row[key[0]] if len(key) == 1 else tuple(row[column] for column in key): row for row in rows}
        return self[label]


def _key(label: str) -> list[str]:
    """The columns of a table's primary key."""
    return [field.column for field in apps.get_model(label)._meta.pk_fields]


@dataclass(frozen=True)
class Ownership:
    """Which rows belong to the club `club` and the accounts `accounts`, as a snapshot has them."""

    snapshot: Snapshot
    club: int
    accounts: frozenset[int]

    def has(self, table: str, row: Row) -> bool:
        """Whether the row is the club's own."""
        if table in ABOVE:
            return self._has_by_what_is_above(table, row)
        special = {
            "players.Club": lambda: row["id"] == self.club,
            "players.Person": lambda: row["home_id"] == self.club or self._has_program(row),
            "players.Account": lambda: self._has_account(row),
            "journal.Scope": lambda: self._has_scope(row),
            "jobs.Job": lambda: self._has_job(row),
            "play.PracticeDeal": lambda: True,  # for whoever names its number
            "play.Hint": lambda: True,  # for whoever stands in its position
            # What a search says of positions: for everybody who reads an analysis of a game that is over.
            "games.PositionAnalysis": lambda: True,
            "games.RecordAnalysis": lambda: True,
            "games.AskedPosition": lambda: True,
            # Records of everybody: where somebody is erased it goes, and is made again without the name.
            "games.RecordArchive": lambda: True,
            "games.ArchivePart": lambda: True,
            # Open data, which clubs chose to give to everybody.
            "tournaments.OpenMonth": lambda: True,
            "tournaments.OpenMonthPart": lambda: True,
        }
        return table in special and special[table]()

    def _has_account(self, row: Row) -> bool:
        """An account of the club's, and one of a program that an account of ours has made."""
        return row["id"] in self.accounts or row["home_id"] == self.club or row["owner_id"] in self.accounts

    def _has_program(self, row: Row) -> bool:
        """A program that an account of ours has made, or that plays for the club."""
        player = self.snapshot.tables["players.HousePlayer"].get(row["id"])
        if player is not None:
            return bool(player["club_id"] == self.club)
        accounts = self.snapshot.tables["players.Account"].values() if row["is_program"] else ()
        return any(each["person_id"] == row["id"] and self._has_account(each) for each in accounts)

    def _has_by_what_is_above(self, table: str, row: Row) -> bool:
        if table == "journal.JournalEntry" and self._row("journal.Scope", row["scope_id"])["key"] == "server":
            return row["actor"] in self.accounts  # what somebody does with the own account
        if table == "players.Invitation" and self.has("players.Person", self._row("players.Person", row["person_id"])):
            return True  # whoever looks after somebody answers what others ask of them
        if table == "players.RoleOffer" and self.has(
            "players.Account", self._row("players.Account", row["account_id"])
        ):
            return True  # it goes with the account, when the person is erased
        if table == "players.Session" and row["account_id"] is None:
            return True  # a browser in which nobody is signed in
        field: Any = apps.get_model(table)._meta.get_field(ABOVE[table])
        above = field.related_model._meta.label
        if row[field.column] is None:
            return False  # the server's: a rating list that counts every admitted club
        return self.has(above, self._row(above, row[field.column]))

    def _has_scope(self, row: Row) -> bool:
        """The server's own moves with what somebody does with the own account; events and lists lie in their club's."""
        if row["key"] == "server":
            return True
        kind, _, number = row["key"].partition(":")
        return int(number) == self.club if kind == "club" else self.has("journal.Scope", self._scope(row["parent_id"]))

    def _has_job(self, row: Row) -> bool:
        if row["kind"] in ("rate", "publish-lists"):
            pool = self.snapshot.tables["ratings.Pool"].get(int(row["subject"].split(":")[0]))
            return pool is None or self.has("ratings.Pool", pool)
        if row["kind"] == "give-games-up":
            person = int(row["subject"].removeprefix("person:"))
            return self.has("players.Person", self._row("players.Person", person))
        if row["kind"] in FOR_EVERYBODY:
            return True
        if row["kind"] == "judge-arranged-games":
            return self._has_judging(row["subject"])
        if row["kind"] == "guardian-mail":
            return self.has("players.GuardianConsent", self._row("players.GuardianConsent", int(row["subject"])))
        if row["kind"] == "notify":
            return self._has_notified(*row["subject"].split(":"))
        if row["kind"] == "adjudicate":
            return self.has("games.Game", self._row("games.Game", int(row["subject"].removeprefix("game:"))))
        if row["subject"].startswith("record-file:"):
            return self.has("games.RecordFile", self._row("games.RecordFile", int(row["subject"].split(":")[1])))
        if row["subject"].startswith("club-file:"):
            return self.has(
                "tournaments.ClubFile", self._row("tournaments.ClubFile", int(row["subject"].split(":")[1]))
            )
        key = ":".join(row["subject"].split(":")[:2])
        return any(
            self._has_scope(scope) for scope in self.snapshot.tables["journal.Scope"].values() if scope["key"] == key
        )

    def _has_notified(self, kind: str, number: str) -> bool:
        """Whose the thing is that accounts are told of."""
        tables = {
            "pairing": "tournaments.Event",
            "invitation": "players.Invitation",
            "challenge": "play.Challenge",
            "announcement": "tournaments.Announcement",
        }
        table = tables.get(kind, "games.Game")
        row = self._row(table, int(number))
        return (table == "games.Game" and row["club_id"] is None) or self.has(table, row)

    def _has_judging(self, subject: str) -> bool:
        """A person's games are judged again when a club of theirs changes the membership; a game when it ends."""
        kind, _, number = subject.partition(":")
        if kind == "person":
            return self._has_person(int(number))
        if kind == "game":
            game = self._row("games.Game", int(number))
            return any(self._has_person(game[seat]) for seat in ("white_id", "black_id"))
        return False  # all games: a club was admitted, which is the server's to decide

    def _has_person(self, person: int) -> bool:
        """Whether the club is a home of the person, or one that the person is or was a member of."""
        memberships = self.snapshot.tables["players.Membership"].values()
        return self.has("players.Person", self._row("players.Person", person)) or any(
            each["person_id"] == person and each["club_id"] == self.club for each in memberships
        )

    def _scope(self, key: Any) -> Row:
        return self._row("journal.Scope", key)

    def _row(self, table: str, key: Any) -> Row:
        return self.snapshot.tables[table][key]


def foreign_changes(before: Snapshot, after: Snapshot, club: int, accounts: frozenset[int]) -> list[str]:
    """Every row that is not the club's own, and was made, changed or removed."""
    was, now = Ownership(before, club, accounts), Ownership(after, club, accounts)
    return [
        f"{table} {key}: {old} -> {new}"
        for table, key, old, new in differences(before, after)
        if (old is not None and not was.has(table, old)) or (new is not None and not now.has(table, new))
    ]


def differences(before: Snapshot, after: Snapshot) -> Iterator[tuple[str, Any, Row | None, Row | None]]:
    """Every row that is not the same: the table, its key, and how it was and is (None: not there)."""
    for table in after.raw:
        if before.raw[table] == after.raw[table]:
            continue
        known, rows = before.tables[table], after.tables[table]
        for key in known.keys() | rows.keys():
            if known.get(key) != rows.get(key):
                yield table, key, known.get(key), rows.get(key)
