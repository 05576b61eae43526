"""Invented games of LYNGK for the example club: chance lays out the board, so they are played when it is loaded."""

from __future__ import annotations

import random

from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from gipf_engine.rules.record import GameRecord, write_record

RULES = "lyngk-main"
LOOKED_AT = 6
"""Turns of which the best is played: enough that columns are completed. A game takes a twentieth of a second."""


def invent_record(setup: str, chance: random.Random) -> str:
    """The record of a game from this set-up, played to its end."""
    position: Position = rules_for(RULES).start(setup)
    tokens: list[str] = []
    while position.outcome is None:
        turns = list(position.legal_moves())
        seat = position.turn or 0
        looked_at = [(turn, position.play(turn)) for turn in chance.sample(turns, min(LOOKED_AT, len(turns)))]
        turn, after = max(looked_at, key=lambda each: _lead(each[1], seat))
        tokens.append(position.notation(turn))
        position = after
    tags = {"Game": "lyngk", "Rules": "main", "Setup": setup, "Result": position.outcome.result}
    return write_record(GameRecord(tags, tuple(tokens)))


def _lead(position: Position, seat: int) -> int:
    """By how many columns a seat is ahead."""
    columns = [position.view().pool("captured", each).count for each in (seat, 1 - seat)]
    return columns[0] - columns[1]
