"""The page of a game that is watched after a turn: what is pushed to it, made without the database and the page.

Lists of running boards follow the same pages, and take the parts that they have too (static/js/live.js).
"""

from __future__ import annotations

import re
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import override

from games.core.last_turn import line_name, tell_turn
from games.recordings.queries import numbered_line
from play.core.playing import PlayedTurn, read_message
from play.table.live_turns import listed_turn, side_clocks

_WATCHED = re.compile(r"game:([0-9]+)")


def page_after(turn: PlayedTurn, game_id: int) -> dict[str, Any] | None:
    """What the page of a game that is watched takes: the `parts` that the turn changed, and the `turn` for its list.

    The first turn begins that list. None where the page changed in more than that: by a turn that ends the game, and in
    games that do not tell effects.
    """
    told = tell_turn(turn.tokens, turn.reached)
    if not turn.is_all or not told:
        return None
    drawing = {"id": game_id, "told": told, "shown": line_name(turn.tokens)}
    parts = {
        f"drawing-{game_id}": render_to_string("games/core/parts/running_drawing.html", drawing),
        f"turn-{game_id}": render_to_string(
            "games/core/parts/running_turn.html", {"id": game_id, "tokens": turn.tokens}
        ),
    }
    if len(turn.tokens) == 1:
        turns = {"turns": numbered_line(turn.start, turn.tokens)}
        parts["running-turns"] = render_to_string("games/game/parts/running_turns.html", turns)
    for side in side_clocks(turn):
        known = {"side": side, "pk": game_id}
        parts[f"watched-{game_id}-{side.seat}"] = render_to_string("play/watching/parts/side_now.html", known)
    return {"parts": {name: html.strip() for name, html in parts.items()}, "turn": listed_turn(turn)}


def page_to_follow(address: str, language: str, message: str) -> dict[str, Any] | None:
    """What the page of a game at `address` is told of a turn; None for other pages, or where it has to be made."""
    found = _WATCHED.fullmatch(address)
    if found is None:
        return None
    with override(language):
        return page_after(read_message(message), int(found[1]))
