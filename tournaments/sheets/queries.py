"""What the screen of a hall and sheets show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from gipf_engine.messages import Message
from players.names import normalize_name
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.mapping import cross_table
from tournaments.core.queries.tables import CardLine, history
from tournaments.rounds.queries.rounds import Board, RoundPage, Side
from tournaments.standings.queries.standings import StandingRow, Standings
from tournaments.teams.queries.tables import TeamLine, TeamStandings

# --- what a screen in the playing hall shows of an event, in parts that fit on it -------------------------
# The last round, then the standings.


T = TypeVar("T")
ROWS = 14
"""As many are read from the last row of chairs."""


@dataclass(frozen=True, slots=True)
class Slide:
    """One part: `boards` of the round, `places` in it by name, `rows` of the standings, or `lines` of those of teams.

    It is the `number`-th of so many parts of its kind (`total`). `by_games`: game points of teams count first.
    """

    key: str
    number: int
    total: int
    boards: Sequence[Board] = ()
    places: Sequence[Place] = ()
    rows: Sequence[StandingRow] = ()
    lines: Sequence[TeamLine] = ()
    by_games: bool = False


LOOKS = ("boards", "names", "standings", "players")
"""What a screen can show, in this order. Standings are of teams where these meet, and then of their players apart."""
USUAL_LOOKS = ("boards", "standings")


def slides_of(
    page: RoundPage | None,
    table: Standings | None,
    looks: Sequence[str] = USUAL_LOOKS,
    teams: TeamStandings | None = None,
) -> list[Slide]:
    """The parts of these looks, in the order in which they are shown. `teams`: the table of an event of teams."""
    found: list[Slide] = []
    if page is not None and "boards" in looks:
        parts = _whole_matches(page.boards)
        found += [Slide("boards", number, len(parts), boards=part) for number, part in enumerate(parts, 1)]
    if page is not None and "names" in looks:
        found += [Slide("names", *place, places=part) for place, part in _split(places_by_name(page))]
    if teams is not None and teams.rounds and "standings" in looks:
        found += [Slide("teams", *place, lines=part, by_games=teams.by_games) for place, part in _split(teams.lines)]
    key = "standings" if teams is None else "players"
    if table is not None and table.rounds and key in looks:
        found += [Slide(key, *place, rows=part) for place, part in _split(table.rows)]
    return found


def _whole_matches(boards: Sequence[Board]) -> list[list[Board]]:
    """Parts of boards that fit on the screen; where teams meet, each match stands under a heading in one part."""
    heads = [at for at, board in enumerate(boards) if board.teams]
    ends = dict(zip(heads, [*heads[1:], len(boards)], strict=False))
    parts: list[list[Board]] = []
    room = 0
    for at, board in enumerate(boards):
        if room < 1 + ends.get(at, at) - at:
            parts.append([])
            room = ROWS
        parts[-1].append(board)
        room -= 2 if board.teams else 1
    return parts


def _split(rows: Sequence[T]) -> Iterator[tuple[tuple[int, int], Sequence[T]]]:
    """Parts that fit on the screen, each with its number and how many there are."""
    total = -(-len(rows) // ROWS)
    for place in range(total):
        yield (place + 1, total), rows[place * ROWS : (place + 1) * ROWS]


def round_ends_at(rows: EventData, minutes: int | None) -> datetime | None:
    """When the last round is over that lasts so many minutes from when it was published; None without either."""
    if not minutes or not rows.rounds:
        return None
    return rows.rounds[-1].started_at + timedelta(minutes=minutes)


# --- what is printed of an event, as rows ready to print --------------------------------------------------
# Lists for the wall, cards for boards and players.


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person sits in a round: the board, the colour ("white", "black"), against whom; or a bye in words."""

    entry: EntryRow
    board: int
    colour: str
    opponent: EntryRow | None
    bye: Message | None


def places_by_name(page: RoundPage) -> list[Place]:
    """Everybody's place in a round, by name."""
    found = [place for board in page.boards for place in _board_places(board)]
    return sorted(found, key=lambda place: (normalize_name(place.entry.name), place.entry.id))


def _board_places(board: Board) -> Iterator[Place]:
    white, black = board.white, board.black
    yield _place(board, "white", white, black)
    if black is not None:
        yield _place(board, "black", black, white)


def _place(board: Board, colour: str, own: Side, other: Side | None) -> Place:
    return Place(own.entry, board.number, colour if other else "", other.entry if other else None, board.bye)


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """A player with his rounds so far and his points, in tenths; `coming` are the numbers of the rounds that follow."""

    entry: EntryRow
    lines: tuple[CardLine, ...]
    points: int
    coming: range


def score_cards(rows: EventData) -> list[ScoreCard]:
    """A card for everybody who plays, by pairing number."""
    table, total = cross_table(rows), rows.rounds_total
    return [
        ScoreCard(
            entry,
            history(rows, entry.id),
            table.points(number, through=len(rows.rounds)),
            range(len(rows.rounds) + 1, total + 1),
        )
        for number, entry in sorted(rows.by_number.items())
        if not entry.withdrawn
    ]
