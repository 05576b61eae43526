"""Columns of a table whose lines agree on the gaps between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.pdf.lines import PdfLine, Piece, Word

_PER_POINT = 2
_LONGEST = 4_000
"""Half points that a page is wide at most."""
_CROSSING = 25
"""One of so many lines may run over a gap."""
_TRIED = 120
"""Tables of no more lines than these are tried without one of them."""
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class ColumnPlace:
    """From where to where a column reaches."""

    x0: float
    x1: float


def columns_of(lines: Sequence[PdfLine]) -> list[ColumnPlace]:
    """The columns on which lines of several pieces agree, from left to right; fewer than two: there is no table."""
    voters = voters_among(lines)
    if len(voters) < _FEWEST:
        return []
    left = min(line.x0 for line in voters)
    spans = [[_span(piece, left) for piece in line.pieces] for line in voters]
    covered = [0] * _LONGEST
    for line in spans:
        _cover(covered, line, 1)
    if len(spans) <= _TRIED:
        _leave_out_crossing(covered, spans)
    allowed = len(spans) // _CROSSING
    columns = _on_page(_places(covered, allowed), left)
    wrapped = [line for line in lines if not any(crosses_columns(piece, columns) for piece in line.pieces)]
    return sorted([*columns, *_beside(columns, wrapped, left)], key=lambda column: column.x0)


def _beside(columns: Sequence[ColumnPlace], lines: Sequence[PdfLine], left: float) -> list[ColumnPlace]:
    """Columns between others in which cells always wrap, and stand in no line with most of their row."""
    covered = [0] * _LONGEST
    for line in lines:
        pieces = [piece for piece in line.pieces if not any(_shares(piece, column) for column in columns)]
        _cover(covered, [_span(piece, left) for piece in pieces if piece.x0 >= left], 1)
    found = [each for each in _stretches(covered, 0) if max(covered[each[0] : each[1]]) >= _FEWEST]
    return _on_page(found, left)


def _on_page(places: Sequence[tuple[int, int]], left: float) -> list[ColumnPlace]:
    return [ColumnPlace(left + one / _PER_POINT, left + two / _PER_POINT) for one, two in places]


def voters_among(lines: Sequence[PdfLine]) -> list[PdfLine]:
    """The lines with about as many pieces as most that have several: neither titles nor what a cell continues with."""
    counts = sorted(len(line.pieces) for line in lines if len(line.pieces) > 1)
    if not counts:
        return []
    fewest = max(_FEWEST, counts[len(counts) * 3 // 4] / 2)
    return [line for line in lines if len(line.pieces) >= fewest]


def cells_of_line(line: PdfLine, columns: Sequence[ColumnPlace], *, is_row: bool) -> list[list[Word]]:
    """The words of a line by columns; a piece that reaches over several is cut between words where `is_row` says so."""
    cells: list[list[Word]] = [[] for _column in columns]
    for piece in line.pieces:
        places = [place for place, column in enumerate(columns) if _shares(piece, column)]
        if len(places) > 1 and is_row:
            for word in piece.words:
                cells[_nearest(word.x0, word.x1, columns)].append(word)
        else:
            place = places[0] if places else _nearest(piece.x0, piece.x1, columns)
            cells[place] += piece.words
    return cells


def crosses_columns(piece: Piece, columns: Sequence[ColumnPlace]) -> bool:
    """Whether a piece reaches over more than one column."""
    return sum(_shares(piece, column) for column in columns) > 1


def _shares(piece: Piece, column: ColumnPlace) -> bool:
    return column.x0 < piece.x1 and piece.x0 < column.x1


def _nearest(x0: float, x1: float, columns: Sequence[ColumnPlace]) -> int:
    """The column that shares most with a stretch, or is nearest to it."""
    shared = [min(x1, column.x1) - max(x0, column.x0) for column in columns]
    return shared.index(max(shared))


def _span(piece: Piece, left: float) -> tuple[int, int]:
    begin = min(_LONGEST - 2, max(0, int((piece.x0 - left) * _PER_POINT)))
    return begin, max(begin + 1, int((piece.x1 - left) * _PER_POINT))


def _cover(covered: list[int], spans: Sequence[tuple[int, int]], by: int) -> None:
    for begin, end in spans:
        for place in range(begin, min(end, len(covered))):
            covered[place] += by


def _leave_out_crossing(covered: list[int], spans: Sequence[Sequence[tuple[int, int]]]) -> None:
    """Of a short table leave out the lines without which there is a column more: one in ten of them, at least one."""
    left = list(spans)
    for _time in range(max(1, len(spans) // 10)):
        if len(left) <= _FEWEST + 1:
            return
        now = len(_places(covered, 0))
        best, most = None, now
        for line in left:
            _cover(covered, line, -1)
            found = len(_places(covered, 0))
            _cover(covered, line, 1)
            if found > most:
                best, most = line, found
        if best is None:
            return
        _cover(covered, best, -1)
        left.remove(best)


def _places(covered: Sequence[int], allowed: int) -> list[tuple[int, int]]:
    """Where columns stand: what few lines cover is one too if it is nothing of its neighbours'."""
    found = _stretches(covered, allowed)
    if allowed:
        few = _stretches(covered, 0)
        found += [each for each in few if not any(each[0] < end and begin < each[1] for begin, end in found)]
    return sorted(found)


def _stretches(covered: Sequence[int], allowed: int) -> list[tuple[int, int]]:
    """From where to where more lines than are allowed cover a place."""
    found: list[tuple[int, int]] = []
    begin: int | None = None
    for place, times in enumerate([*covered, 0]):
        if times > allowed and begin is None:
            begin = place
        elif times <= allowed and begin is not None:
            found.append((begin, place))
            begin = None
    return found
