"""The board after a turn, for a page that shows the game as it was before: what is pushed to it, and answered to it.

It is made without the database, from what is told of the turn (`play.core.playing`), and holds what the page of
the game shows to everybody. Whose page lacks anything else fetches the whole state (`play.table.pages.games.state`),
as every page does after a turn that changed more than the board.
"""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext, override

from common.translation import translate_message
from games.core.replay import movers
from games.recordings.board_input import turn_for_script
from gipf_engine.rules.base import BLACK
from gipf_engine.rules.record import number_turns
from play.core.playing import PlayedTurn, now_ms, read_message

_FOLLOWED = re.compile(r"play-seen:[0-9]+:([01])")


def board_after(turn: PlayedTurn, seat: int) -> dict[str, Any]:
    """What board.js and playing.js take: the state of the board with what the turn changed beside it.

    `before` is the version that has to be shown for it; `turn` is the turn with its place among all, its number and
    whether it is the first under that, `sides` are clocks and pieces of White and Black. With `more` there is more
    to be fetched.
    """
    reached, at = turn.reached, now_ms()
    frame, to_move = reached.frame, turn.clock.to_move
    locked = "" if to_move == seat else gettext("Your opponent is to move.")
    numbers = list(number_turns(movers(turn.start, turn.tokens)))
    sides = [
        {
            "left": turn.clock.remaining(side, at),
            "has": " · ".join(map(translate_message, frame.has(side))),
            "moves": side == to_move,
            "runs": side == to_move and not turn.clock.pauses,
        }
        for side in (0, 1)
    ]
    return turn_for_script(reached, turn.version, locked=locked, flipped=seat == BLACK) | {
        "before": turn.version - 1,
        "over": False,
        "more": not turn.is_all,
        "turn": {
            "token": turn.tokens[-1],
            "ply": len(turn.tokens),
            "number": next(number for number in reversed(numbers) if number is not None),
            "begins": numbers[-1] is not None,
        },
        "sides": sides,
    }


def board_to_follow(address: str, language: str, message: str) -> dict[str, Any] | None:
    """What whoever follows `address` in a language is told of a turn; None for who has made it, and for other pages."""
    found = _FOLLOWED.fullmatch(address)
    turn = read_message(message)
    if found is None or int(found[1]) != turn.clock.to_move:
        return None
    with override(language):
        return board_after(turn, turn.clock.to_move)
