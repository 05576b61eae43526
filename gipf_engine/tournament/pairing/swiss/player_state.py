"""What the Dutch system needs to know of each player, worked out once per round.

Scores are tenths of a point and count acceleration (the pairing score of FIDE C.04.7). Colour
histories are played games only, since an unplayed round gives no colour (C.04.2). Everything that
pairs works on positions: 0 for the best, by score, then by pairing number (C.04.3, article 1.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, CrossTable, Entrant, Meeting, took_part

NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3
"""Strengths of a colour preference (C.04.3, article 1.7)."""

DOWN, UP = 1, 2
"""Which way a player floated in a round (article 1.4)."""


@dataclass(frozen=True, slots=True)
class PlayerState:
    """One player of the round to pair.

    `number` is the pairing number of the table; `parity` the effective one, counted over those who take
    or took part in a pairing, whose oddness decides colours when nothing else does. `score` counts
    acceleration, `points` does not. `balance` is whites minus blacks; `repeated` the colour of the
    last two games where they were alike. `floats` has the last round first. `top` marks a topscorer,
    which only the last round knows. `pab` says whether the player may get the pairing-allocated bye.
    """

    number: int
    parity: int
    score: int
    points: int
    colours: tuple[Colour, ...]
    balance: int
    repeated: Colour | None
    preference: Colour | None
    strength: int
    floats: tuple[int, int]
    unplayed: int
    pab: bool
    top: bool
    opponents: frozenset[int]


@dataclass(slots=True)
class Record:
    """An entrant's rounds, read once: totals before each round and what each of them was."""

    entrant: Entrant
    totals: list[int]
    played: list[bool]
    parity: int = 0

    def accelerated_score(self, round_number: int) -> int:
        """The pairing score before `round_number`."""
        return self.totals[round_number - 1] + virtual_points(self.entrant, round_number)


def virtual_points(entrant: Entrant, round_number: int) -> int:
    """The acceleration of an entrant when `round_number` is paired, in tenths."""
    return entrant.accelerated[round_number - 1] if round_number <= len(entrant.accelerated) else 0


def records_of(table: CrossTable) -> dict[int, Record]:
    """Everybody's rounds by pairing number, in its order."""
    records = {entrant.number: _record(table, entrant) for entrant in sorted(table.entrants, key=lambda e: e.number)}
    _number_effectively(records, table.rounds_played + 1)
    return records


def players_of(table: CrossTable, records: dict[int, Record] | None = None) -> list[PlayerState]:
    """The players to pair in the round after `table.rounds_played`, best first.

    One who has withdrawn, or has a cell for that round already (an announced bye), is left out. `records` are those
    of the table, where they are there already.
    """
    coming = table.rounds_played + 1
    records = records_of(table) if records is None else records
    present = [record for record in records.values() if _is_present(record.entrant, coming)]
    players = [_player(table, record, records) for record in present]
    players.sort(key=lambda player: (-player.score, player.number))
    return players


def _is_present(entrant: Entrant, round_number: int) -> bool:
    return not entrant.withdrawn and entrant.cell(round_number) is None


def is_played(cell: Cell) -> bool:
    """Whether a cell is a game over the board. An undecided game counts: it is being played."""
    return isinstance(cell, Meeting) and any(side.played or side.outcome is None for side in cell.games)


def round_points(table: CrossTable, cell: Cell) -> int:
    """Tenths that a round counts for pairing: an undecided game counts as a draw (C.04.2)."""
    if isinstance(cell, Meeting):
        undecided = sum(side.outcome is None for side in cell.games)
        return table.cell_points(cell) + undecided * table.scoring.draw
    return table.cell_points(cell)


def _record(table: CrossTable, entrant: Entrant) -> Record:
    record = Record(entrant, [0], [])
    for number in range(1, table.rounds_played + 1):
        cell = entrant.cell(number)
        record.totals.append(record.totals[-1] + round_points(table, cell))
        record.played.append(is_played(cell))
    return record


def _number_effectively(records: dict[int, Record], coming: int) -> None:
    """Count 1, 2, 3, … over those who are paired now or were before, in the order of pairing numbers."""
    count = 0
    for record in records.values():
        if _is_present(record.entrant, coming) or any(took_part(cell) for cell in record.entrant.cells[: coming - 1]):
            count += 1
            record.parity = count


def _player(table: CrossTable, record: Record, records: dict[int, Record]) -> PlayerState:
    coming = table.rounds_played + 1
    entrant, score = record.entrant, record.accelerated_score(coming)
    colours = _colours(table, record)
    balance = sum(1 if colour is Colour.WHITE else -1 for colour in colours)
    repeated = colours[-1] if len(colours) > 1 and colours[-1] is colours[-2] else None
    preference, strength = colour_preference(balance, repeated, colours[-1] if colours else None)
    return PlayerState(
        number=entrant.number,
        parity=record.parity,
        score=score,
        points=record.totals[-1],
        colours=colours,
        balance=balance,
        repeated=repeated,
        preference=preference,
        strength=strength,
        floats=(_float(table, record, records, 1), _float(table, record, records, 2)),
        unplayed=table.rounds_played - sum(record.played),
        pab=_may_get_pab(table, record),
        top=_is_topscorer(table, score),
        opponents=_opponents(record),
    )


def _colours(table: CrossTable, record: Record) -> tuple[Colour, ...]:
    """The colours of the games played, first to last; nothing where colours play no part."""
    if table.colour_free or table.games_per_round > 1:
        return ()
    return tuple(
        cell.games[0].colour
        for cell, played in zip(record.entrant.cells, record.played, strict=False)
        if played and isinstance(cell, Meeting) and cell.games[0].colour is not None
    )


def colour_preference(balance: int, repeated: Colour | None, last: Colour | None) -> tuple[Colour | None, int]:
    """The colour a player should get and how strongly (article 1.7).

    `balance` is whites minus blacks, `repeated` the colour of the last two games where they are
    alike, `last` that of the last game. A balance beyond one decides even against a repeated colour.
    """
    lesser = Colour.BLACK if balance > 0 else Colour.WHITE
    if abs(balance) > 1:
        return lesser, ABSOLUTE
    if repeated is not None:
        return repeated.other, ABSOLUTE
    if balance:
        return lesser, STRONG
    return (last.other, MILD) if last is not None else (None, NONE)


def _float(table: CrossTable, record: Record, records: dict[int, Record], back: int) -> int:
    """How the player floated `back` rounds ago: DOWN, UP or 0.

    Unplayed, but worth more than a loss, is a downfloat too.
    """
    number = table.rounds_played + 1 - back
    if number < 1:
        return 0
    if not record.played[number - 1]:
        gained = record.totals[number] - record.totals[number - 1]
        return DOWN if gained > table.scoring.loss * table.games_per_round else 0
    cell = record.entrant.cell(number)
    assert isinstance(cell, Meeting)
    own, other = record.accelerated_score(number), records[cell.opponent].accelerated_score(number)
    return DOWN if own > other else UP if own < other else 0


def _may_get_pab(table: CrossTable, record: Record) -> bool:
    """C2: no one who had the bye, or who scored a win's points in a round without playing."""
    if all(record.played):
        return True
    win = table.scoring.win * table.games_per_round
    gains = (after - before for before, after in pairwise(record.totals))
    for cell, gain, played in zip(_cells(record), gains, record.played, strict=True):
        if not played and (gain >= win or (isinstance(cell, Bye) and cell.kind is ByeKind.PAIRING)):
            return False
    return True


def _cells(record: Record) -> list[Cell]:
    return [record.entrant.cell(number) for number in range(1, len(record.played) + 1)]


def _is_topscorer(table: CrossTable, score: int) -> bool:
    """More than half of what could be scored, before the last round (article 1.8)."""
    if table.rounds_planned is None or table.rounds_played + 1 < table.rounds_planned:
        return False
    best = max(table.scoring.win, table.scoring.draw) * table.games_per_round
    return 2 * score > table.rounds_played * best


def _opponents(record: Record) -> frozenset[int]:
    """The pairing numbers of those met over the board: a forfeited game may be paired again."""
    return frozenset(
        cell.opponent
        for cell, played in zip(record.entrant.cells, record.played, strict=False)
        if played and isinstance(cell, Meeting)
    )
