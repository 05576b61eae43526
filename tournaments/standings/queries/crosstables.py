"""The cross table ready to print: everybody against everybody, or round by round where not all meet all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from common.computed_once import Admit, free_for_all
from tournaments.core.formats import is_predetermined
from tournaments.core.hidden_standings import need_shown
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.queries.cached import get_or_compute
from tournaments.core.queries.tables import Mark, of_pairing
from tournaments.standings.queries.standings import Progress, StandingRow, Standings, standings

Cells = tuple[tuple[tuple[Mark, ...] | None, ...], ...]
"""Those of each row: None on the diagonal of a grid."""


@dataclass(frozen=True)
class CrossRow:
    """A player's row. A `grid` has a cell for every row, None on the diagonal; else there is one for every round."""

    standing: StandingRow
    cells: tuple[tuple[Mark, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class CrossPart:
    """A part of a grid that is read by itself: a group of a league (0: all), or a team (`is_team`) and the other.

    `opponents` are whom the columns of a grid are of; none where they are rounds.
    """

    group: int
    heads: tuple[int, ...]
    rows: tuple[CrossRow, ...]
    is_team: bool = False
    opponents: tuple[EntryRow, ...] = ()


@dataclass(frozen=True, slots=True)
class CrossGrid:
    """The whole table. `heads` are the pairing numbers, or the rounds' numbers where it is no `grid`.

    `parts` are what of it is printed, since groups do not meet each other, nor members of one team.
    """

    grid: bool
    heads: tuple[int, ...]
    rows: tuple[CrossRow, ...]
    parts: tuple[CrossPart, ...]
    progress: Progress

    @property
    def has_rated(self) -> bool:
        """Whether ratings count another result of some game."""
        return any(mark.rated for row in self.rows for cell in row.cells for mark in cell or ())


def cross_grid_of(rows: EventData, version: int, admit: Admit = free_for_all, *, whole: bool = False) -> CrossGrid:
    """The cross table of an event's rows at `version`, its cells cached.

    EventRefused where the organiser hides standings, unless this reader may know the `whole` of them.
    """
    event = rows.event
    need_shown(rows, whole=whole)
    cells = get_or_compute(
        event, "cells", version, Cells, lambda: _cells(rows, standings(event, version, whole=True)), admit
    )
    return _grid(rows, standings(event, version, whole=True), cells)


def cross_grid(rows: EventData, table: Standings) -> CrossGrid:
    """The cross table in the order of the standings."""
    return _grid(rows, table, _cells(rows, table))


def _grid(rows: EventData, table: Standings, cells: Cells) -> CrossGrid:
    lines = tuple(map(CrossRow, table.rows, cells))
    if is_predetermined(rows.event.format):
        heads = tuple(row.entry.number or 0 for row in table.rows)
        return CrossGrid(True, heads, lines, tuple(_parts(table, heads, lines)), table.progress)
    rounds = tuple(range(1, len(rows.rounds) + 1))
    return CrossGrid(False, rounds, lines, (CrossPart(0, rounds, lines),), table.progress)


def _cells(rows: EventData, table: Standings) -> Cells:
    """The cells of each row, in the order of the standings."""
    marks, order = _marks(rows), [row.entry for row in table.rows]
    if is_predetermined(rows.event.format):
        return tuple(_against(entry, order, marks) for entry in order)
    rounds = range(1, len(rows.rounds) + 1)
    return tuple(tuple(tuple(marks[entry.id].get((number, None), ())) for number in rounds) for entry in order)


def _parts(table: Standings, heads: tuple[int, ...], lines: Sequence[CrossRow]) -> Iterator[CrossPart]:
    """The whole; the groups of a league against themselves; the teams of a match against each other."""
    if table.is_league:
        for group, _rows in table.groups:
            yield _part(group, lines, group, group)
    elif len(table.teams) > 1:
        first, second = (team.number for team in table.teams[:2])
        yield _part(first, lines, first, second)
        yield _part(second, lines, second, first)
    else:
        yield CrossPart(0, heads, tuple(lines), opponents=tuple(line.standing.entry for line in lines))


def _part(group: int, lines: Sequence[CrossRow], down: int, across: int) -> CrossPart:
    """The rows of group `down` with the columns of group `across`."""
    columns = [at for at, line in enumerate(lines) if line.standing.entry.group == across]
    opponents = tuple(lines[at].standing.entry for at in columns)
    rows = [
        CrossRow(line.standing, tuple(line.cells[at] for at in columns))
        for line in lines
        if line.standing.entry.group == down
    ]
    heads = tuple(entry.number or 0 for entry in opponents)
    return CrossPart(group, heads, tuple(rows), down != across, opponents)


def rows_of_grid(grid: CrossGrid, first: int, end: int) -> CrossGrid:
    """The rows of a long table from place `first` to before `end`, in whichever part they stand."""
    shown = grid.rows[first:end]
    wanted = {line.standing.entry.id for line in shown}
    found = [(part, tuple(row for row in part.rows if row.standing.entry.id in wanted)) for part in grid.parts]
    return replace(grid, rows=shown, parts=tuple(replace(part, rows=rows) for part, rows in found if rows))


Marks = Mapping[int, Mapping[tuple[int | None, int | None], list[Mark]]]
"""By entry: what it had, under (round, None) and, against an opponent, under (None, opponent's entry)."""


def _marks(rows: EventData) -> Marks:
    marks: dict[int, dict[tuple[int | None, int | None], list[Mark]]] = defaultdict(lambda: defaultdict(list))
    for round_ in rows.rounds:
        for pairing in round_.pairings:
            for entry, other, mark in of_pairing(rows, pairing):
                if mark.tie_break:
                    continue
                marks[entry][round_.number, None].append(mark)
                if other is not None:
                    marks[entry][None, other].append(mark)
    return marks


def _against(entry: EntryRow, order: list[EntryRow], marks: Marks) -> tuple[tuple[Mark, ...] | None, ...]:
    mine = marks.get(entry.id, {})
    return tuple(None if other.id == entry.id else tuple(mine.get((None, other.id), ())) for other in order)
