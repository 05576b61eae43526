"""A game of LYNGK of another site while it is played through, where a claim takes neutral columns.

Boardspace and Richard's PBeM server play so, which is our option `claim_captures`. A record names that option only
where it made a difference, so that the others are records of games without it.
"""

from __future__ import annotations

from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Move, Rules
from gipf_engine.rules.formats.base import ForeignGame

CLAIM_CAPTURES = "claim_captures"


class LyngkLine(ForeignGame):
    """The game by the site's rules, and beside it without the option for as long as both are the same."""

    def __init__(self, rules: Rules, setup: str) -> None:
        self.setup = setup
        captures = CLAIM_CAPTURES in rules.option_help
        super().__init__((rules_for(rules.key, [CLAIM_CAPTURES]) if captures else rules).start(setup))
        self._without = rules.start(setup) if captures else None
        self.differs = False

    @property
    def tags(self) -> dict[str, str]:
        """What a record of the game has to say beside its turns."""
        return ({"Options": CLAIM_CAPTURES} if self.differs else {}) | {"Setup": self.setup}

    def play(self, move: Move) -> None:
        """Play a turn. Raises `RuleError`."""
        super().play(move)
        if self._without is not None and not self.differs:
            self.differs = not self._without.is_legal(move)
            if not self.differs:
                self._without = self._without.play(move)
                self.differs = self._without.text() != self.position.text()
