"""The board after a turn, for a page that shows the game as it was before: what is pushed to it, and answered to it.

It is made without the database, from what is told of the turn (`play.core.playing`), and holds what the page of
the game shows to everybody. Whose page lacks anything else fetches the whole state (`play.table.pages.games.state`),
as every page does after a turn that changed more than the board.
"""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext, override

from games.recordings.board_input import turn_for_script
from gipf_engine.rules.base import BLACK
from play.core.playing import PlayedTurn, read_message
from play.core.turn_made import listed_turn, side_clocks

_FOLLOWED = re.compile(r"play-seen:[0-9]+:([01])")


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
