"""Events of teams: who plays for whom, the matches of a round, and the line-ups that captains hand in."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q


class Team(models.Model):
    """A team of an event. `number` is its pairing number, given when the event starts (None before).

    `withdrawn_after`: the last round that was paired when it left (0: none), None while it plays. `annulled`: its
    matches are not in the standings. `no_half_byes`: no one gives it a half-point bye.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=80)
    number = models.PositiveIntegerField(null=True, blank=True)
    withdrawn_after = models.PositiveIntegerField(null=True, blank=True)
    annulled = models.BooleanField(default=False)
    no_half_byes = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["event", "number", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_team_a_number"),
            models.UniqueConstraint(fields=["event", "name"], name="one_team_a_name"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
            models.CheckConstraint(condition=Q(number__isnull=True) | Q(number__gte=1), name="teams_count_from_1"),
            models.CheckConstraint(
                condition=Q(annulled=False) | Q(withdrawn_after__isnull=False), name="annulled_teams_have_left"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """An entry's place on the roster of a team, from 1 in board order: places beyond the boards are reserves.

    The captain is one of the roster, or there is none.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    entry = models.OneToOneField("tournaments.Entry", on_delete=models.CASCADE, related_name="team_member")
    place = models.PositiveIntegerField()
    captain = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["team", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "place"], name="one_member_a_place_of_a_team"),
            models.UniqueConstraint(fields=["team"], condition=Q(captain=True), name="one_captain_a_team"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_of_teams_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} in team {self.team_id}"


class TeamMatch(models.Model):
    """Two teams who meet in a round, `white` with White on board 1; or one team with a kind of bye.

    `table` counts from 1 in publishing order; byes follow the matches. The boards of a match are pairings of its round
    (`MatchBoard`), made at `seated_at` of both line-ups; None while these are not open. A bye has none, nor has a match
    that is forfeited as a whole: `forfeit` says by whom, "+-" for the team that is named first.
    """

    class Kind(models.TextChoices):
        MATCH = "match"
        PAIRING_BYE = "pab"
        FULL_BYE = "full"
        HALF_BYE = "half"
        ZERO_BYE = "zero"
        REST = "rest"

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, choices=Kind.choices, default=Kind.MATCH)
    white = models.ForeignKey(Team, on_delete=models.RESTRICT, related_name="matches_white")
    black = models.ForeignKey(Team, on_delete=models.RESTRICT, null=True, blank=True, related_name="matches_black")
    seated_at = models.DateTimeField(null=True, blank=True)
    forfeit = models.CharField(max_length=2, blank=True)

    class Meta:
        ordering: ClassVar = ["round", "table"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "table"], name="one_match_a_table"),
            models.UniqueConstraint(fields=["round", "white"], name="one_match_of_a_team_a_round"),
            models.UniqueConstraint(fields=["round", "black"], name="one_match_of_an_opponent_a_round"),
            models.CheckConstraint(condition=Q(table__gte=1), name="tables_of_matches_count_from_1"),
            models.CheckConstraint(
                condition=Q(kind="match", black__isnull=False)
                | Q(
                    kind__in=("pab", "full", "half", "zero", "rest"),
                    black__isnull=True,
                    seated_at__isnull=True,
                    forfeit="",
                ),
                name="two_teams_in_a_match_and_one_in_a_bye",
            ),
            models.CheckConstraint(
                condition=Q(forfeit="") | Q(forfeit__in=("+-", "-+", "--"), seated_at__isnull=False),
                name="forfeited_matches_are_open",
            ),
            models.CheckConstraint(condition=Q(black=None) | ~Q(white=F("black")), name="no_team_meets_itself"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at table {self.table} of round {self.round_id}"


class TeamByeRequest(models.Model):
    """A bye that a team has asked for in a round to come, or the arbiter gave. It stays when the round is paired."""

    class Kind(models.TextChoices):
        FULL = "full"
        HALF = "half"
        ZERO = "zero"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="bye_requests")
    round_number = models.PositiveIntegerField()
    kind = models.CharField(max_length=4, choices=Kind.choices)

    class Meta:
        ordering: ClassVar = ["team", "round_number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "round_number"], name="one_bye_of_a_team_a_round"),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="byes_of_teams_count_from_round_1"),
            models.CheckConstraint(
                condition=Q(kind__in=("half", "full", "zero")), name="bye_of_a_team_of_a_known_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of team {self.team_id} in round {self.round_number}"


class ForbiddenTeam(models.Model):
    """That a team is in a group of which no two may meet."""

    group = models.ForeignKey("tournaments.ForbiddenGroup", on_delete=models.CASCADE, related_name="teams")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="forbidden_in")

    class Meta:
        ordering: ClassVar = ["group", "team"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "team"], name="team_once_in_a_forbidden_group"),
        ]

    def __str__(self) -> str:
        return f"team {self.team_id} in {self.group_id}"


class MatchBoard(models.Model):
    """That a pairing is a board of a match. A board where neither team seats a player has none."""

    match = models.ForeignKey(TeamMatch, on_delete=models.CASCADE, related_name="boards")
    board = models.PositiveIntegerField()
    pairing = models.OneToOneField("tournaments.Pairing", on_delete=models.CASCADE, related_name="match_board")

    class Meta:
        ordering: ClassVar = ["match", "board"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "board"], name="one_pairing_a_board_of_a_match"),
            models.CheckConstraint(condition=Q(board__gte=1), name="boards_of_matches_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"board {self.board} of match {self.match_id}"


class LineUpDeadline(models.Model):
    """When the line-ups of a round are due. Then every match of it is seated, with those that are in."""

    round = models.OneToOneField("tournaments.Round", on_delete=models.CASCADE, related_name="line_up_deadline")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"line-ups of round {self.round_id} are due"


class LineUp(models.Model):
    """The players whom a team sends into a round, as the captain handed it in. A secret of the team.

    What everybody sees are the boards that are made of it. Read it through `tournaments.teams.line_ups` alone.
    `round_number` is no foreign key: no undo takes back what a captain said. `sent_by` is an account.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="line_ups")
    round_number = models.PositiveIntegerField()
    sent_by = models.BigIntegerField()
    sent_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["team", "round_number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "round_number"], name="one_line_up_of_a_team_a_round"),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="line_ups_count_from_round_1"),
        ]

    def __str__(self) -> str:
        return f"line-up of team {self.team_id} in round {self.round_number}"


class LineUpSeat(models.Model):
    """Who is to sit at a board. A board without a seat stays empty."""

    line_up = models.ForeignKey(LineUp, on_delete=models.CASCADE, related_name="seats")
    board = models.PositiveIntegerField()
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering: ClassVar = ["line_up", "board"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["line_up", "board"], name="one_player_a_board_of_a_line_up"),
            models.UniqueConstraint(fields=["line_up", "entry"], name="one_board_a_player_of_a_line_up"),
            models.CheckConstraint(condition=Q(board__gte=1), name="boards_of_line_ups_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} at board {self.board}"
