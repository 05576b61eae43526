"""Turns whose parts are written as tokens of their own, as sites with GF1 notation do.

There `xf6,g6` stands alone: it belongs to the push before it when the player who pushed has such a row,
else to the push that follows.
"""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.rules.base import Move, Position
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.gipf.notation import is_removal_alone


class TokenReader(Position):
    """Mixed into GIPF positions: `read_turn` for parts that stand apart."""

    def read_turn(self, tokens: Sequence[str], at: int = 0) -> tuple[Move, int]:
        """Read the turn that begins at `tokens[at]`: the move, and how many tokens it took."""
        token, used = tokens[at], 1
        following = _get(tokens, at + 1)
        if is_removal_alone(token) and following and not following.startswith("x") and not self._reads(token):
            token, used = f"{token};{following}", 2
            following = _get(tokens, at + 2)
        if following and is_removal_alone(following) and not is_removal_alone(token.rpartition(";")[2]):
            whole = f"{token};{following}"
            if self._reads(whole) or not self._reads(token):
                return self.parse(whole), used + 1
        return self.parse(token), used

    def _reads(self, token: str) -> bool:
        try:
            self.parse(token)
        except RuleError:
            return False
        return True


def _get(tokens: Sequence[str], at: int) -> str:
    return tokens[at] if at < len(tokens) else ""
