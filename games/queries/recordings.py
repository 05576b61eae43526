"""A recording that is under way, as pages show it."""

from __future__ import annotations

from engine.rules.record import number_turns
from games.queries.page import Step
from games.replay import movers
from games.running import RunningGame


def numbered_turns(running: RunningGame) -> list[tuple[int, list[Step]]]:
    """The turns of a recording under their move numbers."""
    seats = movers(running.start, running.tokens)
    numbered: list[tuple[int, list[Step]]] = []
    for ply, (token, number, seat) in enumerate(zip(running.tokens, number_turns(seats), seats, strict=True), start=1):
        if number is not None:
            numbered.append((number, []))
        numbered[-1][1].append(Step(ply, token, seat, ()))
    return numbered
