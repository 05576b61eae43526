"""Playing rounds out in tests: pairings become cells, with the results that a test decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, Cell, Colour, CrossTable, Entrant, GameSide, Meeting
from gipf_engine.tournament.pairing import RoundPairings

ANSWER = {SideResult.WIN: SideResult.LOSS, SideResult.LOSS: SideResult.WIN, SideResult.DRAW: SideResult.DRAW}


def field(size: int, **options: object) -> CrossTable:
    """A field of so many, "Player 1" and so on, before round 1."""
    entrants = tuple(Entrant(number, f"Player {number}") for number in range(1, size + 1))
    return replace(CrossTable(entrants, rounds_played=0), **options)


def lower_number_wins(white: int, black: int) -> SideResult | None:
    """White's outcome where the better seed always wins."""
    return SideResult.WIN if white < black else SideResult.LOSS


def after(
    table: CrossTable, made: RoundPairings, white_gets: Callable[[int, int], SideResult | None] = lower_number_wins
) -> CrossTable:
    """The table with the round played; `white_gets` may return None for a game without a result."""
    cells: dict[int, Cell] = {bye.number: Bye(bye.kind) for bye in made.byes}
    for pair in made.pairs:
        outcome = white_gets(pair.white, pair.black)
        played = outcome is not None
        cells[pair.white] = Meeting(pair.black, (GameSide(Colour.WHITE, outcome, played=played),))
        answer = ANSWER[outcome] if outcome is not None else None
        cells[pair.black] = Meeting(pair.white, (GameSide(Colour.BLACK, answer, played=played),))
    entrants = tuple(
        replace(entrant, cells=(*entrant.cells[: table.rounds_played], cells.get(entrant.number)))
        for entrant in table.entrants
    )
    return replace(table, entrants=entrants, rounds_played=made.number)


def boards(made: RoundPairings) -> list[tuple[int, int]]:
    """The pairs as (white, black)."""
    return [(pair.white, pair.black) for pair in made.pairs]


def sitting_out(made: RoundPairings) -> list[int]:
    """Those who have no opponent."""
    return [bye.number for bye in made.byes]
