"""The teams of an event and their matches as they stand in the tables.

What captains hand in is not read here: until a match is seated, nobody but its team knows who plays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tournaments.models import LineUpDeadline, MatchBoard, Team, TeamMatch, TeamMember


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team. `roster` are its entries (ids) in board order, reserves last; `captain` is one of them or None."""

    id: int
    number: int | None
    name: str
    roster: tuple[int, ...] = ()
    captain: int | None = None


class MatchRow(NamedTuple):
    """Two teams (ids) who meet, `white` with White on board 1; a bye has no `black`.

    `boards` are the numbers of its boards with the pairings (ids) they are. Until it is `seated` it has none: nobody
    knows who plays.
    """

    id: int
    table: int
    kind: str
    white: int
    black: int | None
    seated: bool
    boards: tuple[tuple[int, int], ...] = ()

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
    found: dict[int, list[TeamRow]] = defaultdict(list)
    teams = Team.objects.filter(event__in=events).values_list("event", "pk", "number", "name")
    for event, pk, number, name in sorted(teams, key=lambda row: (row[2] or 0, row[1])):
        roster = rosters[pk]
        leading = next((entry for entry, is_captain in roster if is_captain), None)
        found[event].append(TeamRow(pk, number, name, tuple(entry for entry, _captain in roster), leading))
    return {event: tuple(rows) for event, rows in found.items()}


def load_matches(events: Sequence[int]) -> dict[int, tuple[MatchRow, ...]]:
    """By round (id) the matches of teams in their order."""
    boards: dict[int, list[tuple[int, int]]] = defaultdict(list)
    seated = MatchBoard.objects.filter(match__round__event__in=events).order_by("board")
    for match, board, pairing in seated.values_list("match", "board", "pairing"):
        boards[match].append((board, pairing))
    found: dict[int, list[MatchRow]] = defaultdict(list)
    columns = ("round", "pk", "table", "kind", "white", "black", "seated_at")
    matches = TeamMatch.objects.filter(round__event__in=events).order_by("table").values_list(*columns)
    for round_, pk, table, kind, white, black, at in matches:
        found[round_].append(MatchRow(pk, table, kind, white, black, at is not None, tuple(boards[pk])))
    return {round_: tuple(rows) for round_, rows in found.items()}


def load_line_up_deadlines(events: Sequence[int]) -> dict[int, datetime]:
    """By round (id) when its line-ups are due."""
    return dict(LineUpDeadline.objects.filter(round__event__in=events).values_list("round", "at"))
