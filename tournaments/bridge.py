"""Between the tables and the cores: rows become a `CrossTable` here, and pairings become rows here.

`cross_table` is the one function that makes the value which pairing systems and standings read;
`store_round` is the one that writes a round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date

from django.utils import timezone

from games.services import create_game
from journal.models import Scope
from tournaments.crosstable import Bye, ByeKind, Cell, Colour, CrossTable, Entrant, GameSide, Meeting
from tournaments.formats import is_predetermined
from tournaments.models import Event, Member, PairedGame, Pairing, Round, Slot
from tournaments.pairing import RoundPairings
from tournaments.rows import EntryRow, EventRows, GameRow, PairingRow

ROUND_STEP, BOARD_STEP = 10_000, 10
"""A game's place among those of one day: round, board, leg, each with room for the next."""


def cross_table(rows: EventRows) -> CrossTable:
    """The event as its cores see it: entries with a number, and what each had in each paired round.

    Byes asked for the coming round stand in its cells already, so that a system does not pair those entrants.
    """
    cells: dict[int, list[Cell]] = {entry.id: [None] * len(rows.rounds) for entry in rows.by_number.values()}
    for round_ in rows.rounds:
        for pairing in round_.pairings:
            for entry_id, cell in _cells(pairing, rows):
                cells[entry_id][round_.number - 1] = cell
    coming = len(rows.rounds) + 1
    for (entry_id, number), kind in rows.byes.items():
        if number == coming and entry_id in cells:
            cells[entry_id].append(Bye(ByeKind(kind)))
    return CrossTable(
        entrants=tuple(_entrant(entry, cells[entry.id]) for entry in rows.by_number.values()),
        rounds_played=len(rows.rounds),
        rounds_planned=rows.rounds_total or None,
        scoring=rows.event.points,
        games_per_round=rows.event.games_per_round,
        predetermined=is_predetermined(rows.event.format),
    )


def without_annulled(table: CrossTable, rows: EventRows) -> CrossTable:
    """The table that is ranked: without the entries whose games do not count. To whoever met them it was a rest."""
    gone = {entry.number for entry in rows.entries if entry.annulled}
    if not gone:
        return table
    entrants = tuple(
        replace(entrant, cells=tuple(_unless_met(cell, gone) for cell in entrant.cells))
        for entrant in table.entrants
        if entrant.number not in gone
    )
    return replace(table, entrants=entrants)


def _unless_met(cell: Cell, gone: set[int | None]) -> Cell:
    if isinstance(cell, Meeting) and cell.opponent in gone:
        return Bye(ByeKind.REST)
    return cell


def _entrant(entry: EntryRow, cells: list[Cell]) -> Entrant:
    assert entry.number is not None
    return Entrant(entry.number, entry.name, entry.rating, withdrawn=entry.withdrawn, cells=tuple(cells))


def _cells(pairing: PairingRow, rows: EventRows) -> Iterable[tuple[int, Cell]]:
    """What the entries of a pairing had in its round."""
    if pairing.alone is not None:
        yield pairing.alone, Bye(ByeKind(pairing.kind))
        return
    assert pairing.white is not None and pairing.black is not None
    white, black = rows.by_id[pairing.white].number, rows.by_id[pairing.black].number
    assert white is not None and black is not None
    yield pairing.white, Meeting(black, tuple(_side(game, Colour.WHITE) for game in pairing.games))
    yield pairing.black, Meeting(white, tuple(_side(game, Colour.BLACK) for game in pairing.games))


def _side(game: GameRow, seat: Colour) -> GameSide:
    """One entry's side of a game. `seat` is its colour in the pairing; leg 2 is played with colours swapped."""
    colour = seat if game.leg == 1 else seat.other
    outcome = game.result.outcome("white" if colour is Colour.WHITE else "black")
    return GameSide(colour, outcome, played=game.result.played, rated=game.result.rated)


def store_round(
    rows: EventRows, pairings: RoundPairings, scope: Scope, played_on: date, setup_of: Callable[[int], str]
) -> Round:
    """Write one round: its pairings, seats and games. Inside the caller's act on the event's scope.

    `setup_of` says for each board what chance laid out ("" where the rules lay out nothing).
    """
    round_ = Round.objects.create(event=rows.event, number=pairings.number, started_at=timezone.now())
    kinds = [Pairing.Kind.GAME] * len(pairings.pairs) + [Pairing.Kind(bye.kind.value) for bye in pairings.byes]
    made = Pairing.objects.bulk_create(
        Pairing(round=round_, board=board, kind=kind) for board, kind in enumerate(kinds, 1)
    )
    Slot.objects.bulk_create(_slots(rows, pairings, made))
    people = _people(rows)
    for pairing, pair in zip(made, pairings.pairs, strict=False):
        white, black = people[rows.by_number[pair.white].id], people[rows.by_number[pair.black].id]
        _make_games(rows.event, scope, pairing, (white, black), played_on, setup_of(pairing.board))
    return round_


def _slots(rows: EventRows, pairings: RoundPairings, made: list[Pairing]) -> Iterable[Slot]:
    boards = iter(made)
    for pair in pairings.pairs:
        board = next(boards)
        yield _slot(board, rows.by_number[pair.white], Slot.Side.WHITE)
        yield _slot(board, rows.by_number[pair.black], Slot.Side.BLACK)
    for bye in pairings.byes:
        yield _slot(next(boards), rows.by_number[bye.number], Slot.Side.ALONE)


def _slot(pairing: Pairing, entry: EntryRow, side: Slot.Side) -> Slot:
    return Slot(pairing=pairing, round=pairing.round, entry_id=entry.id, side=side)


def _people(rows: EventRows) -> dict[int, Member]:
    """The member who sits for each entry."""
    return {member.entry_id: member for member in Member.objects.filter(event=rows.event).select_related("person")}


def _make_games(
    event: Event, scope: Scope, pairing: Pairing, seats: tuple[Member, Member], played_on: date, setup: str
) -> None:
    """The games of one pairing, colours swapped in the second leg, from the same set-up."""
    for leg in range(1, event.games_per_round + 1):
        white, black = seats if leg == 1 else seats[::-1]
        game = create_game(
            occasion=scope,
            club=event.club,
            rules=event.rules,
            options=event.options,
            setup=setup,
            white=white.person,
            black=black.person,
            rated=event.rated,
            played_on=played_on,
            sequence=pairing.round.number * ROUND_STEP + pairing.board * BOARD_STEP + leg,
        )
        PairedGame.objects.create(pairing=pairing, game=game, leg=leg)
