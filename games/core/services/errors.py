"""What the services of games refuse, each with a sentence for the person who asked."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message, Refused
from gipf_engine.rules.verdict import Fault

LARGEST = 256 * 1024
"""Bytes of a record's text. The longest games there are need some 20,000."""


class GameRefused(Refused):
    """A game that the rules do not know, or a change that comes too late."""


class ClaimRefused(Refused):
    """A result that may not be claimed so."""


class AttemptRefused(Refused):
    """A turn that may not be played, or an attempt that cannot go on."""


class ScoreRefused(Refused):
    """A final score that is not kept."""


class RecordRefused(Refused):
    """A record that is not kept. `fault` says where an illegal one breaks off (None: it is legal, or was not played).

    `plies` counts the turns that were legal, `legal` are these in official notation, and `used` the tokens that they
    were written with: the one that is refused comes next.
    """

    def __init__(
        self,
        message: Message,
        *,
        fault: Fault | None = None,
        plies: int = 0,
        legal: Sequence[str] = (),
        used: int = 0,
    ) -> None:
        super().__init__(message)
        self.fault, self.plies, self.legal, self.used = fault, plies, tuple(legal), used


class TurnRefused(Refused):
    """A turn that is not recorded. `fault` says why it is not legal, and `left` are the tokens from there on."""

    def __init__(self, message: Message, *, fault: Fault | None = None, left: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.fault, self.left = fault, tuple(left)
