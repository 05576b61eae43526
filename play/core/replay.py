"""A deal with the turns that were played on it: the position, what may be played, what is played without asking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games.core.replay import Start, positions
from gipf_engine.rules.base import Effects, Outcome, Position, Rules

LONGEST_TURN = 12
"""Characters of a turn that is sent."""


@dataclass(frozen=True)
class PlayedDeal:
    """What chance laid out, and the turns so far in official notation, all of them legal."""

    start: Start
    tokens: tuple[str, ...] = ()

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The start, and the position after each turn."""
        return tuple(positions(self.start, self.tokens))

    @property
    def position(self) -> Position:
        """Where it stands now, with what lies face down."""
        return self.positions[-1]

    @property
    def rules(self) -> Rules:
        return self.position.rules

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    @property
    def counts(self) -> dict[str, int]:
        """What the rules count of a solitaire, so far."""
        return self.rules.count_solo(self.position)

    @property
    def last_effects(self) -> Effects | None:
        """What the last turn did, None at the start."""
        if not self.tokens:
            return None
        before = self.positions[-2]
        return before.effects(before.parse(self.tokens[-1]))

    @property
    def last_choice(self) -> int | None:
        """The place, from 0, of the last turn that a person chose; None where no one chose any."""
        chosen = [place for place in range(len(self.tokens)) if self.positions[place].forced_move() is None]
        return chosen[-1] if chosen else None

    def played(self, token: str) -> PlayedDeal:
        """After the turn `token` and those that follow without asking. Raises `NotAMove` or `IllegalMove`."""
        move = self.position.parse(token)
        return self.with_turns([self.position.notation(move), *forced_turns(self.position.play(move))])

    def with_turns(self, tokens: Sequence[str]) -> PlayedDeal:
        """The deal with these turns after those that were played."""
        return replace(self, tokens=(*self.tokens, *tokens))

    def begun(self) -> PlayedDeal:
        """The deal with what is played at its start without asking."""
        return self.with_turns(list(forced_turns(self.position)))

    def before_last_choice(self) -> PlayedDeal | None:
        """The deal before the last turn that a person chose; None where no one chose any."""
        place = self.last_choice
        return None if place is None else replace(self, tokens=self.tokens[:place])


def forced_turns(position: Position) -> Iterator[str]:
    """What follows a position without asking."""
    while (move := position.forced_move()) is not None:
        yield position.notation(move)
        position = position.play(move)
