"""Tie-break games of a knock-out: which are due, what each is called, and its clock.

They are the games of a pairing beyond the event's games a round (`tournaments.core.mapping.split_tie_breaks`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.knock_out import KnockOut, needs_tie_breaks, undecided_matches
from play.games.services.event_games import BoardSettings
from tournaments.core.formats import option
from tournaments.core.loader import EventData, PairingRow
from tournaments.core.mapping import cross_table
from tournaments.models import Event

SECONDS = 60


@dataclass(frozen=True, slots=True)
class DueTieBreaks:
    """A drawn match of the last round and the `games` that decide it next; `last`: the one of sudden death.

    `version` is that of the round.
    """

    round: int
    version: int
    board: int
    white: str
    black: str
    games: int
    last: bool


def count_due(rows: EventData, pairing: PairingRow, table: CrossTable | None = None) -> int:
    """How many tie-break games the two of a pairing play next: 0 where none is due."""
    if rows.event.format != KnockOut.key or pairing.alone is not None or pairing.round != len(rows.rounds):
        return 0
    one, other = (rows.by_id[entry].number for entry in pairing.entries)
    assert one is not None and other is not None
    return needs_tie_breaks(table or cross_table(rows), one, other, pairing.round)


def due_tie_breaks(rows: EventData) -> tuple[DueTieBreaks, ...]:
    """The drawn matches of the last round whose next tie-break games can start, by board."""
    if rows.event.format != KnockOut.key or not rows.rounds or rows.event.state != Event.State.RUNNING:
        return ()
    return tuple(_due(rows, cross_table(rows)))


def _due(rows: EventData, table: CrossTable) -> Iterator[DueTieBreaks]:
    for pairing in rows.rounds[-1].pairings:
        games = count_due(rows, pairing, table)
        if games:
            white, black = (rows.by_id[entry].name for entry in pairing.entries)
            last = _is_last(rows.event, pairing.games[-1].leg + 1)
            yield DueTieBreaks(pairing.round, rows.rounds[-1].version, pairing.board, white, black, games, last)


def undecided(rows: EventData) -> tuple[Message, ...]:
    """The matches of the last round that closing the event would leave without a winner."""
    if rows.event.format != KnockOut.key or not rows.rounds:
        return ()
    table = cross_table(rows)
    return tuple(
        Message(
            _("the match of %(first)s and %(second)s has no winner"),
            {"first": table.entrant(one).name, "second": table.entrant(other).name},
        )
        for one, other in undecided_matches(table)
        if one is not None and other is not None
    )


def is_tie_break(event: Event, leg: int) -> bool:
    """Whether game `leg` of a pairing is a tie-break game: it scores nothing and decides who advances."""
    return leg > event.games_per_round


def kind_of(event: Event, leg: int) -> str:
    """What game `leg` of a pairing is: "tie-break", "sudden-death", or "" for a game that scores."""
    if not is_tie_break(event, leg):
        return ""
    return "sudden-death" if _is_last(event, leg) else "tie-break"


def tie_break_label(event: Event, leg: int) -> Message | None:
    """What a tie-break game is called, with its clock; None for a game that scores."""
    kind = kind_of(event, leg)
    if not kind:
        return None
    clock = {"minutes": option(event, "tie_minutes"), "seconds": option(event, "tie_seconds")}
    if kind == "sudden-death":
        return Message(_("Sudden death, %(minutes)d min + %(seconds)d s"), clock)
    params = {"number": leg - event.games_per_round, **clock}
    return Message(_("Tie-break game %(number)d, %(minutes)d min + %(seconds)d s"), params)


def tie_break_settings(event: Event) -> BoardSettings:
    """How tie-break games are put on their boards, where the event is played on this server."""
    assert event.no_show_minutes is not None
    control = f"{option(event, 'tie_minutes') * SECONDS}+{option(event, 'tie_seconds')}"
    return BoardSettings(control, timedelta(minutes=event.no_show_minutes))


def _is_last(event: Event, leg: int) -> bool:
    return bool(option(event, "sudden_death")) and leg > event.games_per_round + option(event, "tie_games")
