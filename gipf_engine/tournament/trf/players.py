"""Record 001: one entrant, and the columns of the rounds.

Columns, counted from 1: 5-8 pairing number, 10 sex, 11-13 title, 15-47 name, 49-52 rating, 54-56
federation, 58-68 FIDE number, 70-79 birth date, 81-84 points, 86-89 rank; round r has its opponent
in 92-95, colour in 97 and result in 99, each shifted by 10 (r - 1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Entrant
from gipf_engine.tournament.trf.fixed_width import (
    MOST_ROUNDS,
    Findings,
    SourceLine,
    is_number,
    one_line,
    parse_number,
    points_field,
    signed_tenths,
)
from gipf_engine.tournament.trf.round_cells import RoundCell, read_cell

FIRST_ROUND_COLUMN = 92
ROUND_WIDTH = 10
BLANK_ROUND = " " * (ROUND_WIDTH - 2)

SHORT_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}
"""Titles as some programs abbreviate them."""

EXTRA_COLUMNS: Mapping[str, tuple[int, int]] = {
    "sex": (10, 10),
    "fide_number": (58, 68),
    "birth": (70, 79),
    "rank": (86, 89),
}
"""Fields of the record that `Entrant.extras` carries."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A 001 line as read: the entrant still without cells, the points it claims, and its rounds."""

    line: SourceLine
    entrant: Entrant
    points: int | None
    entries: tuple[RoundCell, ...]


def read_player(line: SourceLine, findings: Findings) -> PlayerLine | None:
    """The entrant of a 001 line; None where it is refused."""
    number = line.columns(5, 8)
    rating = line.columns(49, 52)
    if not is_number(number) or parse_number(number) == 0 or line.columns(9, 9):  # column 9 parts it from what follows
        findings.refuse(line, _("columns 5-8 must hold a pairing number"))
        return None
    if rating and not is_number(rating):
        findings.refuse(line, _("columns 49-52 must hold a rating or be blank"))
        return None
    entries = _read_entries(line, findings)
    points = _read_points(line, findings)
    if entries is None:
        return None
    title = line.columns(11, 13).upper()
    entrant = Entrant(
        number=parse_number(number),
        name=line.columns(15, 47),
        rating=parse_number(rating or "0") or None,
        title=SHORT_TITLES.get(title, title),
        federation=line.columns(54, 56),
        extras=_extras(line),
    )
    return PlayerLine(line, entrant, points, entries)


def _extras(line: SourceLine) -> dict[str, str]:
    found = {key: line.columns(*columns) for key, columns in EXTRA_COLUMNS.items()}
    return {key: text for key, text in found.items() if text}


def _read_points(line: SourceLine, findings: Findings) -> int | None:
    text = line.columns(80, 84)
    if not text:
        return None
    try:
        return signed_tenths(text)
    except ValueError:
        findings.repair(line, _("columns 81-84 hold no points: they were calculated from the results"))
        return None


def _read_entries(line: SourceLine, findings: Findings) -> tuple[RoundCell, ...] | None:
    body = line.text[FIRST_ROUND_COLUMN - 1 :].rstrip()
    if len(body) > MOST_ROUNDS * ROUND_WIDTH:
        findings.refuse(line, _("more rounds than a file can have"))
        return None
    entries: list[RoundCell] = []
    for start in range(0, len(body), ROUND_WIDTH):
        cell, gap = body[start : start + ROUND_WIDTH - 2], body[start + ROUND_WIDTH - 2 : start + ROUND_WIDTH]
        number = len(entries) + 1
        if gap.strip():
            findings.refuse(line, _("round %(round)d: the columns of this line are shifted"), {"round": number})
            return None
        try:
            entries.append(read_cell(cell))
        except ValueError:
            found = {"round": number, "entry": cell.strip()}
            findings.refuse(line, _("round %(round)d: “%(entry)s” is not opponent, colour and result"), found)
            return None
    return tuple(entries)


def write_player(entrant: Entrant, points: int, rank: int, rounds: Sequence[str]) -> str:
    """An entrant as a 001 line. `rounds` are the eight characters of each; blank ones at the end fall away."""
    extras = entrant.extras
    head = (
        f"001 {entrant.number:>4} {one_line(extras.get('sex', ''), 1):1}{one_line(entrant.title, 3):>3}"
        f" {one_line(entrant.name, 33):33} {entrant.rating or '':>4} {one_line(entrant.federation, 3):>3}"
        f" {one_line(extras.get('fide_number', ''), 11):>11} {one_line(extras.get('birth', ''), 10):10}"
        f" {points_field(points)} {extras.get('rank') or rank:>4}"
    )
    return "".join([head, *(f"  {text}" for text in rounds)]).rstrip()
