"""An arena as its page shows it: what the reader can do, who is free, and which games are being played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.core.loader import EntryRow, EventData
from tournaments.core.queries.arenas import arena_of, is_over, seats_of
from tournaments.core.queries.events import EventHead


@dataclass(frozen=True, slots=True)
class ArenaBoard:
    """A game that is being played: its id, and who plays."""

    game: int
    white: EntryRow
    black: EntryRow


@dataclass(frozen=True, slots=True)
class ArenaPage:
    """An arena that runs. `free` players wait for a game, `pausing` ones for nothing. `own` is what the reader is.

    `own`: "playing" (`own_game`), "free", "pausing", "missed" (a game, so that the reader pauses), "left", or "" for
    a person who has not joined; `may_join`: whether that one may.
    """

    started_at: datetime
    ends_at: datetime
    is_over: bool
    playing: int
    free: int
    pausing: int
    boards: tuple[ArenaBoard, ...]
    own: str
    own_game: int | None
    may_join: bool


def arena_page(head: EventHead, rows: EventData, *, has_person: bool) -> ArenaPage | None:
    """The arena of an event; None where none is running. `has_person`: the reader's account belongs to a player."""
    arena = arena_of(head.event) if head.by_clock else None
    if arena is None:
        return None
    seats, over = seats_of(rows), is_over(arena)
    own = seats.get(head.own_entry) if head.own_entry is not None else None
    state = ""
    if own is not None:
        state = "playing" if own.game else "missed" if own.missed else "pausing" if own.pauses else "free"
    elif head.own_entry is not None and rows.by_id[head.own_entry].withdrawn:
        state = "left"
    return ArenaPage(
        started_at=arena.started_at,
        ends_at=arena.ends_at,
        is_over=over,
        playing=sum(seat.game is not None for seat in seats.values()),
        free=sum(seat.free_since is not None for seat in seats.values()),
        pausing=sum(seat.pauses for seat in seats.values()),
        boards=_boards_in_play(rows),
        own=state,
        own_game=own.game if own is not None else None,
        may_join=has_person and not over and (head.own_entry is not None or head.event.self_entry),
    )


def _boards_in_play(rows: EventData) -> tuple[ArenaBoard, ...]:
    """The games that go on, the latest first."""
    found = []
    for round_ in reversed(rows.rounds):
        for pairing in reversed(round_.open_pairings):
            if pairing.white is not None and pairing.black is not None:
                found.append(ArenaBoard(pairing.games[0].id, rows.by_id[pairing.white], rows.by_id[pairing.black]))
    return tuple(found)
