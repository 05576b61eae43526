"""A game that is played turn by turn and taken back."""

from __future__ import annotations

import random
from contextlib import suppress
from hashlib import sha256

from gipf_engine.analysis.kernels import has_kernel, kernel_for
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Outcome, Position
from gipf_engine.rules.perft import perft


class Game:
    """A position, and those before it. Turns are texts in official notation."""

    def __init__(self, position: Position) -> None:
        self._positions = [position]
        self._turns: list[str] = []

    @property
    def position(self) -> Position:
        """The position now, which never changes itself."""
        return self._positions[-1]

    @property
    def history(self) -> tuple[str, ...]:
        """The turns that were made, in order."""
        return tuple(self._turns)

    @property
    def seat(self) -> int | None:
        """The seat to move, 0 or 1; None when the game is over."""
        return self.position.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.position.outcome

    def turns(self) -> list[str]:
        """Every legal turn once; none when the game is over."""
        position = self.position
        return [] if position.outcome else [position.notation(move) for move in position.legal_moves()]

    def make(self, turn: str) -> None:
        """Play a turn, in any notation of the game. Raises `RuleError`."""
        position = self.position
        move = position.parse(turn)
        self._positions.append(position.play(move))
        self._turns.append(position.notation(move))

    def unmake(self) -> str:
        """Take the last turn back, and say which it was. IndexError at the start."""
        turn = self._turns.pop()
        self._positions.pop()
        return turn

    def play_out(self, seed: int, most: int = 10_000) -> Outcome | None:
        """Play random turns to the end, at most so many; all legal turns are equally likely."""
        chance = random.Random(seed)  # noqa: S311  it must be repeatable, and guards nothing
        for _turn in range(most):
            turns = self.turns()
            if not turns:
                break
            self.make(chance.choice(turns))
        return self.outcome


def start(rules: str, *, seed: int = 0, setup: str = "", handicap: str = "") -> Game:
    """A new game by the rules of this key ("gipf-basic"). Raises `UnknownRules` and `BadSetup`.

    Where chance lays out the board, `seed` does so: the same board for the same number everywhere.
    """
    chosen = rules_for(rules)
    if chosen.chance is not None and not setup:
        setup = chosen.chance.draw(sha256(str(seed).encode()).hexdigest())
    return Game(chosen.start(setup, handicap))


def count_sequences(position: Position, depth: int) -> int:
    """How many sequences of `depth` legal turns begin here (perft): by compiled code where a kernel and numba are."""
    if depth and has_kernel(position.rules) and position.outcome is None:
        with suppress(ModuleNotFoundError):
            return kernel_for(position.rules).count(position, depth, "")
    return perft(position, depth)
