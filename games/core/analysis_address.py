"""The address of the analysis board at a position: all that it shows is in it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.urls import reverse

from games.core.replay import Start, play_through

MOST_TURNS = 200
"""Turns of a line that an address has. Of a longer one it has the position alone."""


def analysis_address(
    start: Start, tokens: Sequence[str] = (), ply: int | None = None, *, name: str = "analysis-board", **more: int
) -> str:
    """The board after `ply` turns (None: all) of a line. `name` is one of its addresses; `more`: what else is asked."""
    if len(tokens) > MOST_TURNS:
        text = play_through(start, tokens[:ply]).text()
        start, tokens, ply = Start(start.rules, start.options, text=text), (), None
    about = {
        "position": start.text,
        "setup": start.setup,
        "handicap": start.handicap,
        "options": ",".join(start.options),
        "turns": " ".join(tokens),
    }
    asked: dict[str, str | int] = {key: text for key, text in about.items() if text}
    if ply is not None and ply < len(tokens):
        asked["ply"] = ply
    asked |= {key: number for key, number in more.items() if number}
    return reverse(name, args=[start.rules]) + (f"?{urlencode(asked)}" if asked else "")
