"""What a player had in a round, drawn: most cells of a table differ in numbers and names alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from common.row_pattern import RowPattern
from tournaments.core.loader import EventData
from tournaments.core.queries.tables import CardLine, Mark
from tournaments.standings.queries.crosstables import CrossGrid, CrossPart, CrossRow


class CellKind(NamedTuple):
    """What decides how a cell looks: the sign of the result, the colour, and what is said beside it."""

    text: str
    colour: str
    has_game: bool
    has_opponent: bool
    annulled: bool
    solo: bool
    rated: str


class CellValues(NamedTuple):
    """What it says: the game that it leads to, the round, and the opponent's number and name."""

    game: int | None
    round: int
    number: int | None
    name: str


class RoundCells:
    """Draws signs of results, each as a link to its game. `in_grid`: the column names the opponent."""

    def __init__(self, *, in_grid: bool = False, shows_rated: bool = False) -> None:
        shared = {"in_grid": in_grid}
        self._shows_rated = shows_rated
        self._pattern = RowPattern[CellKind, CellValues]("tournaments/standings/parts/round_cell.html", shared)

    def draw(self, mark: Mark, opponent: str = "") -> SafeString:
        """One sign; `opponent` is a name."""
        kind = CellKind(
            *(mark.text, mark.colour, mark.game is not None, mark.opponent is not None, mark.annulled, mark.solo),
            rated=mark.rated if self._shows_rated else "",
        )
        return self._pattern.draw(kind, CellValues(mark.game, mark.round, mark.opponent, opponent))

    def draw_rounds(self, lines: Iterable[CardLine], rounds: range) -> SafeString:
        """The signs of a player in a cell for each of the rounds: two games of a round share one."""
        by_round: dict[int, str] = dict.fromkeys(rounds, "")
        for line in lines:
            if line.mark.round in by_round:
                by_round[line.mark.round] += self.draw(line.mark, line.opponent.name if line.opponent else "")
        cells = (f'<td class="round">{signs}</td>' for signs in by_round.values())
        return mark_safe("".join(cells))  # noqa: S308  signs that a template drew


DrawnRow = tuple[CrossRow, list[SafeString | None]]
"""A row of a cross table with its cells, None on the diagonal."""


def draw_grid(rows: EventData, grid: CrossGrid) -> list[tuple[CrossPart, list[DrawnRow]]]:
    """The parts of a cross table with their rows, drawn."""
    cells = RoundCells(in_grid=grid.grid, shows_rated=True)

    def draw(marks: Sequence[Mark] | None) -> SafeString | None:
        if marks is None:
            return None
        signs = (cells.draw(mark, rows.by_number[mark.opponent].name if mark.opponent else "") for mark in marks)
        return mark_safe("".join(signs))  # noqa: S308  signs that a template drew

    return [(part, [(row, [draw(cell) for cell in row.cells]) for row in part.rows]) for part in grid.parts]
