"""The table of the standings, drawn: most rows of a large event differ in names and figures alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from common.row_pattern import RowPattern
from tournaments.standings.queries.standings import MOST_CELLS, StandingRow, Standings
from tournaments.standings.round_cells import RoundCells

NO_FIGURE = "–"
WIDE_ROUNDS = 11
"""With more rounds than these their cells are narrow: result and colour, and the opponent where one points at it."""
MEDALS = 3


class RowKind(NamedTuple):
    """What decides how a row looks.

    `values` is how many tie-breaks it has, 0 for a player who is not ranked; `medal` the place of the first three of a
    table that is final, else 0.
    """

    is_ranked: bool
    points: int
    move: str
    rating_change: int | None
    withdrawn: bool
    annulled: bool
    is_own: bool
    is_opened: bool
    values: int
    medal: int = 0


class RowValues(NamedTuple):
    """What it says. `number` is the pairing number, `group` the group or team; `cells` the rounds, drawn."""

    entry: int
    person: int
    number: int | None
    cells: str
    name: str
    rank: int | str
    rating: int | str
    performance: int | str
    group: int | None
    won: int
    drawn: int
    lost: int
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """The lines that a page shows, and by group (0 where there are none) their rows, drawn.

    `rounds` are those that have a column of their own; `is_wide`: so many that their cells are narrow.
    """

    lines: Standings
    groups: list[tuple[int, list[str]]]
    rounds: range = range(0)

    @property
    def is_wide(self) -> bool:
        return len(self.rounds) > WIDE_ROUNDS


def draw_table(
    whole: Standings, lines: Standings, *, own_entry: int | None, opened: int | None, inline: bool, after: int | None
) -> DrawnTable:
    """Draw `lines`, a part of the table `whole`; those with rounds show them. `own_entry` is the reader's.

    `opened` is the pairing number of the row that is open; `inline`: the sums of every row stand in it.
    `after`: the earlier round whose table it is.
    """
    has_cells = len(lines.rows) * whole.rounds <= MOST_CELLS
    rounds, cells = range(1, whole.rounds + 1) if has_cells else range(0), RoundCells()
    shared = {"table": whole, "lines": lines, "inline": inline, "after": after, "shows_rounds": bool(rounds)}
    pattern = RowPattern[RowKind, RowValues]("tournaments/standings/parts/standings_row.html", shared)

    def draw(row: StandingRow) -> str:
        kind, values = _kind(row, own_entry, opened), _values(row, cells.draw_rounds(row.lines, rounds))
        if whole.is_final and not after and not whole.is_league and row.rank is not None and row.rank <= MEDALS:
            kind = kind._replace(medal=row.rank)
        if not inline and not kind.is_opened:
            return pattern.draw(kind, values)
        return pattern.draw_alone(kind, values, full=row)  # sums are each row's own

    return DrawnTable(lines, [(group, [draw(row) for row in rows]) for group, rows in lines.groups], rounds)


def _kind(row: StandingRow, own_entry: int | None, opened: int | None) -> RowKind:
    return RowKind(
        is_ranked=row.rank is not None,
        points=row.points,
        move=row.move,
        rating_change=row.rating_change,
        withdrawn=row.entry.withdrawn,
        annulled=row.entry.annulled,
        is_own=row.entry.id == own_entry,
        is_opened=opened is not None and row.entry.number == opened,
        values=len(row.values),
    )


def _values(row: StandingRow, cells: str) -> RowValues:
    entry = row.entry
    return RowValues(
        *(entry.id, entry.person, entry.number, cells, entry.name),
        rank=NO_FIGURE if row.rank is None else row.rank,
        rating=NO_FIGURE if entry.rating is None else entry.rating,
        performance=NO_FIGURE if row.performance is None else row.performance,
        group=entry.group,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        values=tuple(value.text for value in row.values),
    )
