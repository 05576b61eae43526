"""What a turn that was just made changes beside the board: the list of turns, and what is shown of both players.

It is made without the database, from what is told of the turn (`play.core.playing`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from common.translation import translate_message
from games.core.replay import movers
from gipf_engine.rules.record import number_turns
from play.core.clock_words import ShownClock
from play.core.playing import PlayedTurn, now_ms


@dataclass(frozen=True, kw_only=True)
class SideClock(ShownClock):
    """The clock of a player as it is `at` an instant of the server, in milliseconds, and what lies beside it."""

    seat: int
    remaining: int
    at: int
    runs: bool
    is_turn: bool
    has: str


def listed_turn(turn: PlayedTurn) -> dict[str, Any]:
    """The turn for the list of turns: its place among all, its number, and whether it is the first under that."""
    numbers = list(number_turns(movers(turn.start, turn.tokens)))
    return {
        "token": turn.tokens[-1],
        "ply": len(turn.tokens),
        "number": next(number for number in reversed(numbers) if number is not None),
        "begins": numbers[-1] is not None,
    }


def side_clocks(turn: PlayedTurn) -> list[SideClock]:
    """Of White and Black, now."""
    clock, at = turn.clock, now_ms()
    frame = turn.reached.frame
    return [
        SideClock(
            seat=seat,
            remaining=clock.remaining(seat, at),
            at=at,
            runs=seat == clock.to_move and not clock.pauses,
            is_turn=seat == clock.to_move,
            has=" · ".join(map(translate_message, frame.has(seat))),
        )
        for seat in (0, 1)
    ]
