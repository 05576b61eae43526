"""What is printed of an event, as rows ready to print: lists for the wall, cards for boards and players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gipf_engine.messages import Message
from players.names import normalize_name
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.mapping import cross_table
from tournaments.core.queries.result_symbols import CardLine, history
from tournaments.rounds.queries.rounds import Board, RoundPage, Side


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sits in a round: the board, the colour ("white", "black"), against whom; or a bye in words."""

    entry: EntryRow
    board: int
    colour: str
    opponent: EntryRow | None
    bye: Message | None


def places_by_name(page: RoundPage) -> list[Place]:
    """Everybody's place in a round, by name."""
    found = [place for board in page.boards for place in _board_places(board)]
    return sorted(found, key=lambda place: (normalize_name(place.entry.name), place.entry.id))


def _board_places(board: Board) -> Iterator[Place]:
    white, black = board.white, board.black
    yield _place(board, "white", white, black)
    if black is not None:
        yield _place(board, "black", black, white)


def _place(board: Board, colour: str, own: Side, other: Side | None) -> Place:
    return Place(own.entry, board.number, colour if other else "", other.entry if other else None, board.bye)


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """A player with his rounds so far and his points, in tenths; `coming` are the numbers of the rounds that follow."""

    entry: EntryRow
    lines: tuple[CardLine, ...]
    points: int
    coming: range


def score_cards(rows: EventData) -> list[ScoreCard]:
    """A card for everybody who plays, by pairing number."""
    table, total = cross_table(rows), rows.rounds_total
    return [
        ScoreCard(
            entry,
            history(rows, entry.id),
            table.points(number, through=len(rows.rounds)),
            range(len(rows.rounds) + 1, total + 1),
        )
        for number, entry in sorted(rows.by_number.items())
        if not entry.withdrawn
    ]
