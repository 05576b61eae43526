"""What is left to play of a table: open games, pairings that are known beforehand, rounds that are not paired yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, Cell, Colour, CrossTable, Entrant, GameSide, Meeting
from gipf_engine.tournament.forecast.race import OpenGame, Race, Worth
from gipf_engine.tournament.pairing.base import PairingError, PairingSystem, RoundPairings


@dataclass(frozen=True, slots=True)
class Seat:
    """A game without a result: its round, the pairing number that begins, the other, and which game of the round."""

    round: int
    white: int
    black: int
    leg: int


def worth_of(table: CrossTable, *, has_draws: bool) -> Worth:
    """What a game of the table gives."""
    scoring = table.scoring
    return Worth(scoring.win, scoring.draw if has_draws else None, scoring.loss)


def schedule_rest(table: CrossTable, system: PairingSystem) -> CrossTable:
    """The table with all the rounds that a schedule still has, their games open; as it is where results decide them."""
    if system.needs_results:
        return table
    rounds = table.rounds_planned or system.rounds(len(table.entrants)) or 0
    while table.rounds_played < rounds:
        try:
            table = with_round(table, system.pair(table))
        except PairingError:
            return table
    return table


def with_round(table: CrossTable, made: RoundPairings) -> CrossTable:
    """The table with a round that is paired and not played."""
    cells: dict[int, Cell] = {bye.number: Bye(bye.kind) for bye in made.byes}
    for pair in made.pairs:
        for one, other, first in ((pair.white, pair.black, Colour.WHITE), (pair.black, pair.white, Colour.BLACK)):
            colours = [first if leg % 2 == 0 else first.other for leg in range(table.games_per_round)]
            sides = (GameSide(None if table.colour_free else colour, None) for colour in colours)
            cells[one] = Meeting(other, tuple(sides))
    entrants = tuple(
        replace(each, cells=(*_padded(each, table.rounds_played), cells.get(each.number))) for each in table.entrants
    )
    return replace(table, entrants=entrants, rounds_played=table.rounds_played + 1)


def _padded(entrant: Entrant, rounds: int) -> tuple[Cell, ...]:
    known = entrant.cells[:rounds]
    return (*known, *[None] * (rounds - len(known)))


def open_seats(table: CrossTable) -> list[Seat]:
    """The games without a result, of those who are still in the event."""
    return list(_open_seats(table))


def _open_seats(table: CrossTable) -> Iterator[Seat]:
    for entrant in table.entrants:
        for number, cell in enumerate(entrant.cells[: table.rounds_played], 1):
            if not isinstance(cell, Meeting) or entrant.number > cell.opponent:
                continue
            for leg, side in enumerate(cell.games):
                if side.outcome is None:
                    is_white = side.colour is not Colour.BLACK
                    seats = (entrant.number, cell.opponent) if is_white else (cell.opponent, entrant.number)
                    yield Seat(number, *seats, leg)


def decide(table: CrossTable, results: dict[Seat, SideResult]) -> CrossTable:
    """The table with these games decided; a result is that of the one who begins."""
    sides: dict[tuple[int, int, int], SideResult] = {}
    for seat, outcome in results.items():
        sides[seat.white, seat.round, seat.leg] = outcome
        sides[seat.black, seat.round, seat.leg] = ANSWERS[outcome]
    touched = {number for number, _round, _leg in sides}
    return replace(
        table,
        entrants=tuple(_decide(each, sides) if each.number in touched else each for each in table.entrants),
    )


ANSWERS = {SideResult.WIN: SideResult.LOSS, SideResult.DRAW: SideResult.DRAW, SideResult.LOSS: SideResult.WIN}


def _decide(entrant: Entrant, sides: dict[tuple[int, int, int], SideResult]) -> Entrant:
    cells = list(entrant.cells)
    for place, cell in enumerate(cells):
        if isinstance(cell, Meeting) and any(side.outcome is None for side in cell.games):
            games = (
                GameSide(
                    side.colour, sides.get((entrant.number, place + 1, leg), side.outcome), side.played, side.rated
                )
                for leg, side in enumerate(cell.games)
            )
            cells[place] = replace(cell, games=tuple(games))
    return replace(entrant, cells=tuple(cells))


def race_of(table: CrossTable, system: PairingSystem, *, has_draws: bool) -> Race:
    """The race of an event as it is. What is certain counts already: results, and byes announced for later rounds."""
    whole = schedule_rest(table, system)
    unpaired = max(0, (table.rounds_planned or 0) - whole.rounds_played) if system.needs_results else 0
    scoring = table.scoring
    games = whole.games_per_round
    return Race(
        points={each.number: _certain(whole, each) for each in whole.entrants},
        games=[OpenGame(seat.white, seat.black) for seat in open_seats(whole)],
        rounds_of={each.number: _rounds_left(whole, each, unpaired) for each in whole.entrants},
        worth=worth_of(table, has_draws=has_draws),
        most_a_round=max(scoring.win * games, scoring.forfeit_win * games, scoring.pairing_bye, scoring.full_bye),
        least_a_round=min(scoring.loss * games, scoring.forfeit_loss * games, scoring.zero_bye, scoring.pairing_bye),
    )


def _certain(table: CrossTable, entrant: Entrant) -> int:
    announced = (table.cell_points(cell) for cell in entrant.cells[table.rounds_played :] if isinstance(cell, Bye))
    return table.points(entrant.number) + (0 if entrant.withdrawn else sum(announced))


def _rounds_left(table: CrossTable, entrant: Entrant, unpaired: int) -> int:
    """In how many rounds that are not paired yet a person takes part, as far as is announced."""
    if entrant.withdrawn:
        return 0
    return unpaired - sum(isinstance(cell, Bye) for cell in entrant.cells[table.rounds_played :][:unpaired])
