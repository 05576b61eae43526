"""The teams of an event and their matches as they stand in the tables.

What captains hand in is not read here: until a match is seated, no one but its team knows who plays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from tournaments.models import LineUpDeadline, MatchBoard, Round, Team, TeamByeRequest, TeamMatch, TeamMember


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team. `roster` are its entries (ids) in board order, reserves last; `captain` is one of them or None.

    `withdrawn_after` is the last round that was paired when it left; `annulled`: its matches are not in the standings.
    `byes` are those it asked for, rounds to come with their kinds; with `no_half_byes` it gets no half-point bye.
    """

    id: int
    number: int | None
    name: str
    roster: tuple[int, ...] = ()
    captain: int | None = None
    withdrawn_after: int | None = None
    annulled: bool = False
    byes: tuple[tuple[int, str], ...] = ()
    no_half_byes: bool = False

    @property
    def withdrawn(self) -> bool:
        """Whether it has left the event."""
        return self.withdrawn_after is not None


class MatchRow(NamedTuple):
    """Two teams (ids) who meet, `white` with White on board 1; a bye has no `black`.

    `boards` are the numbers of its boards with the pairings (ids) they are. Until it is `seated` it has none: no one
    knows who plays. One that is forfeited as a whole has none either: "+-" is won by `white`.
    """

    id: int
    table: int
    kind: str
    white: int
    black: int | None
    seated: bool
    boards: tuple[tuple[int, int], ...] = ()
    forfeit: str = ""

    @property
    def is_match(self) -> bool:
        """Whether two teams meet."""
        return self.kind == TeamMatch.Kind.MATCH

    @property
    def waits(self) -> bool:
        """Whether its line-ups are not open yet."""
        return self.is_match and not self.seated

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams in it, the one with White on board 1 first."""
        return (self.white,) if self.black is None else (self.white, self.black)


def load_teams(events: Sequence[int]) -> dict[int, tuple[TeamRow, ...]]:
    """The teams of events with their rosters, by number, before the start in the order of their making."""
    rosters: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    members = TeamMember.objects.filter(team__event__in=events).order_by("place")
    for team, entry, captain in members.values_list("team", "entry", "captain"):
        rosters[team].append((entry, captain))
    byes = _load_byes_of_teams(events)
    found: dict[int, list[TeamRow]] = defaultdict(list)
    columns = ("event", "pk", "number", "name", "withdrawn_after", "annulled", "no_half_byes")
    teams = Team.objects.filter(event__in=events).values_list(*columns)
    in_order = sorted(teams, key=lambda row: (row[2] or 0, row[1]))
    for event, pk, number, name, withdrawn_after, annulled, no_half_byes in in_order:
        roster = rosters[pk]
        leading = next((entry for entry, is_captain in roster if is_captain), None)
        players = tuple(entry for entry, _captain in roster)
        row = TeamRow(
            pk, number, name, players, leading, withdrawn_after, annulled, tuple(byes[pk]), no_half_byes=no_half_byes
        )
        found[event].append(row)
    return {event: tuple(rows) for event, rows in found.items()}


def _load_byes_of_teams(events: Sequence[int]) -> dict[int, list[tuple[int, str]]]:
    """By team (id) the byes that it asked for in rounds to come."""
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    paired = Round.objects.filter(event=OuterRef("team__event"), number=OuterRef("round_number"))
    requests = TeamByeRequest.objects.filter(~Exists(paired), team__event__in=events).order_by("round_number")
    for team, number, kind in requests.values_list("team", "round_number", "kind"):
        found[team].append((number, kind))
    return found


def load_matches(events: Sequence[int]) -> dict[int, tuple[MatchRow, ...]]:
    """By round (id) the matches of teams in their order."""
    boards: dict[int, list[tuple[int, int]]] = defaultdict(list)
    seated = MatchBoard.objects.filter(match__round__event__in=events).order_by("board")
    for match, board, pairing in seated.values_list("match", "board", "pairing"):
        boards[match].append((board, pairing))
    found: dict[int, list[MatchRow]] = defaultdict(list)
    columns = ("round", "pk", "table", "kind", "white", "black", "seated_at", "forfeit")
    matches = TeamMatch.objects.filter(round__event__in=events).order_by("table").values_list(*columns)
    for round_, pk, table, kind, white, black, at, forfeit in matches:
        found[round_].append(MatchRow(pk, table, kind, white, black, at is not None, tuple(boards[pk]), forfeit))
    return {round_: tuple(rows) for round_, rows in found.items()}


def load_line_up_deadlines(events: Sequence[int]) -> dict[int, datetime]:
    """By round (id) when its line-ups are due."""
    return dict(LineUpDeadline.objects.filter(round__event__in=events).values_list("round", "at"))
