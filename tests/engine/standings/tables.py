"""Small cross tables written as text, for tests whose sums are worked out by hand."""

from __future__ import annotations

import re
from dataclasses import replace

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, CrossTable, Entrant, GameSide, Meeting

BYES = {"U": ByeKind.PAIRING, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO, "R": ByeKind.REST}
OUTCOMES = {
    "1": SideResult.WIN,
    "+": SideResult.WIN,
    "=": SideResult.DRAW,
    "0": SideResult.LOSS,
    "-": SideResult.LOSS,
    "?": None,
}
ROW = re.compile(r"(?P<name>[^:\d]+?)\s*(?P<rating>\d+)?\s*:\s*(?P<cells>.*)")


def cross_table(text: str, **options: object) -> CrossTable:
    """One line per entrant, numbered from 1: "Ana 1800: 2w1 3b= U H 4w+ ." (a dot: nothing at all).

    A cell is opponent, colour, result; two results where a round has two games ("2w10").
    """
    rows = [line.strip() for line in text.strip().splitlines()]
    entrants = tuple(_entrant(number, row) for number, row in enumerate(rows, 1))
    rounds = max(len(entrant.cells) for entrant in entrants)
    return replace(CrossTable(entrants, rounds_played=rounds), **options)


def _entrant(number: int, row: str) -> Entrant:
    match = ROW.fullmatch(row)
    assert match, row
    rating = match["rating"]
    cells = tuple(_cell(token) for token in match["cells"].split())
    return Entrant(number, match["name"], rating=int(rating) if rating else None, cells=cells)


def _cell(token: str) -> Cell:
    if token == ".":
        return None
    if token in BYES:
        return Bye(BYES[token])
    match = re.fullmatch(r"(\d+)([wb])([-+=10?]+)", token)
    assert match, token
    colours = [Colour(match[2]), Colour(match[2]).other]
    games = tuple(
        GameSide(colour, OUTCOMES[result], played=result in "1=0", rated=result in "1=0")
        for colour, result in zip(colours, match[3], strict=False)
    )
    return Meeting(int(match[1]), games)
