"""What waits for an arbiter at the desk besides disputes: reports of one player alone, and players who came late."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tournaments.core.formats import pairs_freely
from tournaments.core.loader import EntryRow, EventData
from tournaments.rounds.queries.rounds import Board


@dataclass(frozen=True, slots=True)
class Report:
    """A result that one player reported and the other has not confirmed; or one against the arbiter's decision.

    `version` is the game's, which a decision carries.
    """

    board: int
    white: str
    black: str
    game: int
    version: int
    result: str
    contradicts: bool


def reports_of(boards: Iterable[Board]) -> Iterator[Report]:
    """The reports that wait at these boards, in their order."""
    for board in boards:
        for game in board.games:
            assert board.black is not None
            names = (board.white.entry.name, board.black.entry.name)
            seats = names[::-1] if game.row.is_swapped else names
            if game.claims.waiting_for:
                yield Report(board.number, *seats, game.row.id, game.row.version, game.claims.value, contradicts=False)
            elif game.is_contradicted:
                yield Report(board.number, *seats, game.row.id, game.row.version, game.row.code, contradicts=True)


@dataclass(frozen=True, slots=True)
class LateEntry:
    """A player who came after rounds were paired and has not been paired yet."""

    entry: EntryRow
    missed: tuple[int, ...]


def late_entries(rows: EventData) -> Iterator[LateEntry]:
    """Who came late, and may get byes for the rounds that were missed."""
    if not rows.rounds or not pairs_freely(rows.event.format):
        return
    seated = {entry for round_ in rows.rounds for pairing in round_.pairings for entry in pairing.entries}
    missed = tuple(round_.number for round_ in rows.rounds)
    for entry in rows.entries:
        if entry.id not in seated and not entry.withdrawn:
            yield LateEntry(entry, missed)
