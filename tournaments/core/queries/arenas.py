"""An arena as it is now: how long it lasts, who is free, who plays, who pauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.arena import PlayerToPair
from play.core.playing import to_ms
from play.games.services.event_games import who_can_play
from play.models import OnlineGame
from tournaments.core.loader import EventData, PairingRow
from tournaments.core.mapping import cross_table
from tournaments.core.queries.clocks import ClockState
from tournaments.models import Arena, ArenaPlayer, Event

_LOST_BY_ABSENCE = {True: ("-+", "--"), False: ("+-", "--")}
"""The results of a game in which White (True) or Black made no first turn."""


def arena_of(event: Event) -> Arena | None:
    """The arena of an event that runs; None for others. One query, of an arena alone."""
    if event.state != Event.State.RUNNING:
        return None
    return Arena.objects.filter(event=event).first()


def is_over(arena: Arena, now: datetime | None = None) -> bool:
    """Whether its time is up: no one is paired any more, and games that are under way are finished."""
    return arena.ends_at <= (now or timezone.now())


def clock_of_arena(arena: Arena) -> ClockState:
    """How long it still lasts, as pages of the event show the time that is left."""
    seconds = round((arena.ends_at - arena.started_at).total_seconds())
    return ClockState(1, seconds, 0, arena.started_at)


@dataclass(frozen=True, slots=True)
class ArenaSeat:
    """An entry that has joined. `game` (an id) is the one it plays now; `free_since`: None while it plays or pauses.

    `missed`: it pauses since it made no first turn in its last game.
    """

    entry: int
    game: int | None
    free_since: datetime | None
    missed: bool = False

    @property
    def pauses(self) -> bool:
        """Whether it is not paired."""
        return self.game is None and self.free_since is None

    @property
    def state(self) -> str:
        """What its player does: "playing", "free" or "pausing"."""
        return "playing" if self.game is not None else "pausing" if self.pauses else "free"


def seats_of(rows: EventData) -> dict[int, ArenaSeat]:
    """Everybody who has joined, by entry. Two queries."""
    joined = dict(ArenaPlayer.objects.filter(entry__event=rows.event).values_list("entry", "ready_since"))
    last = {entry: own[-1] for entry in joined if (own := rows.of_entry(entry))}
    games = [pairing.games[0].id for pairing in last.values()]
    ended = dict(OnlineGame.objects.filter(game__in=games).values_list("game", "ended_at"))
    return {
        entry: _seat(entry, ready, last.get(entry), ended)
        for entry, ready in joined.items()
        if not rows.by_id[entry].withdrawn
    }


def _seat(
    entry: int, ready: datetime | None, last: PairingRow | None, ended: Mapping[int, datetime | None]
) -> ArenaSeat:
    game = last.games[0] if last else None
    if game is not None and game.result.is_open:
        return ArenaSeat(entry, game.id, None)
    over = ended.get(game.id) if game else None
    if ready is None or last is None or game is None or over is None:
        return ArenaSeat(entry, None, ready)
    if over >= ready and game.code in _LOST_BY_ABSENCE[last.white == entry]:
        return ArenaSeat(entry, None, None, missed=True)
    return ArenaSeat(entry, None, max(ready, over))


def players_to_pair(rows: EventData) -> list[PlayerToPair]:
    """Everybody who plays or is free, as the engine pairs them; not those whose account was switched off or erased."""
    numbers, table = {entry.id: entry.number for entry in rows.entries}, cross_table(rows)
    found = []
    seats = [seat for seat in seats_of(rows).values() if not seat.pauses]
    there = who_can_play([rows.by_id[seat.entry].person for seat in seats])
    for seat in seats:
        number, own = numbers[seat.entry], rows.of_entry(seat.entry)
        if number is None or rows.by_id[seat.entry].person not in there:
            continue
        met = [numbers[each] for pairing in own for each in pairing.entries if each != seat.entry]
        colours = [Colour.WHITE if pairing.white == seat.entry else Colour.BLACK for pairing in own]
        found.append(
            PlayerToPair(
                number,
                points=table.points(number),
                rating=rows.by_id[seat.entry].rating,
                free_since=None if seat.free_since is None else to_ms(seat.free_since),
                last=met[-1] if met else None,
                met=Counter(each for each in met if each is not None),
                balance=sum(1 if colour is Colour.WHITE else -1 for colour in colours),
                last_colour=colours[-1] if colours else None,
            )
        )
    return found
