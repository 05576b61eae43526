"""What is wrong with a turn, a set-up or a record, in a player's words."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message


class RuleError(ValueError):
    """A turn that cannot be played. `message` says why in a player's words.

    `alternatives` are legal turns in official notation, given where they are few.
    """

    def __init__(self, message: Message, token: str = "", alternatives: Sequence[str] = ()) -> None:
        super().__init__(str(message))
        self.message = message
        self.token = token
        self.alternatives = tuple(alternatives)


class NotAMove(RuleError):
    """The text is no move in any notation that the game reads."""


class IllegalMove(RuleError):
    """A move, but not one that may be played here."""


class AmbiguousMove(RuleError):
    """A short form that more than one legal move answers to."""


class BadSetup(RuleError):
    """A set-up, handicap, option or position text that the rules do not know."""


class UnknownRules(BadSetup):
    """No game or rule set is registered under this name."""
