"""The board after a turn, for a page that shows the game as it was before: what is pushed to it, and answered to it.

It is made without the database, from what is told of the turn (`play.core.playing`), and holds what the page of
the game shows to everybody. Whose page lacks anything else fetches the whole state (`play.table.pages.games.state`),
as every page does after a turn that changed more than the board.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, override

from common.translation import translate_message
from games.core.replay import movers
from games.recordings.board_input import turn_for_script
from gipf_engine.rules.base import BLACK
from gipf_engine.rules.record import number_turns
from play.core.clock_words import ShownClock
from play.core.playing import PlayedTurn, now_ms, read_message

_FOLLOWED = re.compile(r"play-seen:[0-9]+:([01])")


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


def board_after(turn: PlayedTurn, seat: int) -> dict[str, Any]:
    """What board.js and playing.js take: the state of the board with what the turn changed beside it.

    `before` is the version that has to be shown for it, `sides` are clocks and pieces of White and Black. With `more`
    there is more to be fetched.
    """
    locked = "" if turn.clock.to_move == seat else gettext("Your opponent is to move.")
    sides = [
        {"left": each.remaining, "has": each.has, "moves": each.is_turn, "runs": each.runs}
        for each in side_clocks(turn)
    ]
    return turn_for_script(turn.reached, turn.version, locked=locked, flipped=seat == BLACK) | {
        "before": turn.version - 1,
        "over": False,
        "more": not turn.is_all,
        "turn": listed_turn(turn),
        "sides": sides,
    }


def board_to_follow(address: str, language: str, message: str) -> dict[str, Any] | None:
    """What the board of a player at `address` is told of a turn; None for who has made it, and for other pages."""
    found = _FOLLOWED.fullmatch(address)
    if found is None:
        return None
    turn = read_message(message)
    if int(found[1]) != turn.clock.to_move:
        return None
    with override(language):
        return board_after(turn, turn.clock.to_move)
