"""Record 299: points that a decision gave in place of the usual ones, or added to them.

Columns: kind 5 (W D L F H Z + -, blank: a bonus or penalty), match points 8-11 (teams alone), points or game points
14-17, round 20-22 (000 or blank: all), numbers from 24 on, every five (none: all).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, CrossTable, Entrant, Meeting
from gipf_engine.tournament.teams.values import Adjustment
from gipf_engine.tournament.trf.fixed_width import (
    Findings,
    SourceLine,
    is_number,
    numbers,
    parse_number,
    points_field,
    signed_tenths,
)

KINDS = "WDLFHZ+-"
FIRST_NUMBER, STRIDE = 24, 5
_ADDED = ""
_LETTERS = {ByeKind.FULL: "F", ByeKind.HALF: "H", ByeKind.ZERO: "Z"}
_OUTCOMES = {SideResult.WIN: "W", SideResult.DRAW: "D", SideResult.LOSS: "L"}


def read_299(line: SourceLine, findings: Findings) -> Adjustment | None:
    """The decision of a line; None where it is refused."""
    kind, at = line.columns(5, 5).upper(), line.columns(20, 22)
    if kind and kind not in KINDS:
        findings.refuse(line, _("column 5 must be W, D, L, F, H, Z, +, - or blank"))
        return None
    if at and not is_number(at):
        findings.refuse(line, _("columns 20-22 must hold a round"))
        return None
    try:
        match, game = _signed(line.columns(7, 11)), _signed(line.columns(13, 17))
        members = tuple(number for number in numbers(line, FIRST_NUMBER, STRIDE) if number)
    except ValueError:
        findings.refuse(line, _("columns 8-11 and 14-17 must hold points, those from 24 on pairing numbers"))
        return None
    if match is None and game is None:
        findings.refuse(line, _("this record gives no points"))
        return None
    return Adjustment(kind, match, game, parse_number(at or "0"), members)


def _signed(text: str) -> int | None:
    """Points in tenths, below zero with a minus sign; None for nothing. ValueError for anything else."""
    return signed_tenths(text) if text else None


def write_299(adjustments: Sequence[Adjustment]) -> list[str]:
    """The lines of decisions, as they are."""
    lines = []
    for each in adjustments:
        members = "".join(f" {number:>4}" for number in each.numbers)
        head = f"299 {each.kind or ' '}  {_signed_field(each.match)}  {_signed_field(each.game)}"
        lines.append(f"{head}  {each.round or 0:03}{members}".rstrip())
    return lines


def _signed_field(value: int | None) -> str:
    return " " * 4 if value is None else points_field(value)


def kind_of(cell: Cell) -> str:
    """The letter of what an entrant had in a round; "" for a pairing's bye, a rest round, a game without a result."""
    if isinstance(cell, Bye):
        return _LETTERS.get(cell.kind, "")
    if cell is None:
        return "Z"
    outcome = cell.games[0].outcome if isinstance(cell, Meeting) and cell.games else None
    if outcome is None:
        return ""
    if isinstance(cell, Meeting) and not cell.games[0].played:
        return "+" if outcome is SideResult.WIN else "-"
    return _OUTCOMES[outcome]


def with_adjustments(table: CrossTable, adjustments: Sequence[Adjustment]) -> CrossTable:
    """The table with the points of decisions on its cells."""
    if not adjustments:
        return table
    ordered = sorted(adjustments, key=lambda each: each.precision)
    return replace(table, entrants=tuple(_adjusted(table, entrant, ordered) for entrant in table.entrants))


def _adjusted(table: CrossTable, entrant: Entrant, adjustments: Sequence[Adjustment]) -> Entrant:
    cells = list(entrant.cells) + [None] * (table.rounds_played - len(entrant.cells))
    for at, cell in enumerate(cells[: table.rounds_played]):
        kind = kind_of(cell)
        about = [each for each in adjustments if each.applies(kind, at + 1, entrant.number) and each.game is not None]
        if about:
            usual = table.cell_points(cell)
            given = [each.game or 0 for each in about if each.kind]
            points = (given[-1] if given else usual) + sum(each.game or 0 for each in about if not each.kind)
            if points != usual:
                cells[at] = _with_points(cell, points)
    return replace(entrant, cells=tuple(cells))


def _with_points(cell: Cell, points: int) -> Cell:
    if cell is None:
        return Bye(ByeKind.ZERO, points)
    assert isinstance(cell, Bye | Meeting)
    return replace(cell, points=points)


def adjustments_of(table: CrossTable) -> list[Adjustment]:
    """The decisions that give a table's points: one for each kind, amount and round, bonuses where there is no kind."""
    found: dict[tuple[int, str, int], list[int]] = {}
    for entrant in table.entrants:
        for number, cell in enumerate(entrant.cells[: table.rounds_played], 1):
            if isinstance(cell, Bye | Meeting) and cell.points is not None:
                kind = kind_of(cell)
                added = cell.points - table.cell_points(replace(cell, points=None))
                amount = cell.points if kind and cell.points >= 0 else added
                found.setdefault((number, kind if cell.points >= 0 else _ADDED, amount), []).append(entrant.number)
    return [Adjustment(kind, None, amount, number, tuple(members)) for (number, kind, amount), members in found.items()]


def has_adjustments(table: CrossTable) -> bool:
    """Whether decisions gave any points."""
    cells = (cell for entrant in table.entrants for cell in entrant.cells)
    return any(isinstance(cell, Bye | Meeting) and cell.points is not None for cell in cells)
