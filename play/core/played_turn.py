"""A turn that was just made, as those who follow the game are told of it: all that a board needs to be drawn again.

It is public, as the page of every game is. Who has seen the game before the turn sees the board at once; where a turn
changed more than position and clock (what may be offered, for instance), he asks for the rest afterwards.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from games.core.replay import Reached, Start, reach
from games.core.running import RunningGame
from gipf_engine.clocks import Clock, clock_from_json, clock_to_json

LONGEST_MESSAGE = 8_000
"""Characters. A turn of a longer game is told of by its version alone, and fetched."""


@dataclass(frozen=True)
class PlayedTurn:
    """The turns of a game, the last of them just made, at the version that it made; the clock counts from then on.

    `is_all`: nothing but position, clock and the number of turns has changed, and what follows from that number.
    """

    start: Start
    tokens: tuple[str, ...]
    version: int
    clock: Clock
    is_all: bool = True

    @classmethod
    def of(cls, running: RunningGame, clock: Clock, *, is_all: bool) -> PlayedTurn:
        """The last turn of a game."""
        return cls(running.start, running.tokens, running.version, clock, is_all)

    @property
    def reached(self) -> Reached:
        """The position after it."""
        return reach(self.start, self.tokens)

    def message(self) -> str:
        """As a message between web processes carries it; "" where it would be too long."""
        start = self.start
        values = {
            "start": [start.rules, start.options, start.setup, start.handicap],
            "tokens": self.tokens,
            "version": self.version,
            "clock": clock_to_json(self.clock),
            "all": self.is_all,
        }
        text = json.dumps(values, separators=(",", ":"))
        return text if len(text) <= LONGEST_MESSAGE else ""


def read_message(text: str) -> PlayedTurn:
    """What `PlayedTurn.message` wrote."""
    values = json.loads(text)
    rules, options, setup, handicap = values["start"]
    start = Start(rules, tuple(options), setup, handicap)
    return PlayedTurn(
        start, tuple(values["tokens"]), values["version"], clock_from_json(values["clock"]), values["all"]
    )
