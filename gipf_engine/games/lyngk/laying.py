"""Laying out positions of LYNGK: a piece is put on top of what stands on a spot. Claims stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from gipf_engine.games.lyngk.board import COLOUR_NAMES, INDEX, SPOTS
from gipf_engine.games.lyngk.state import LyngkState
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.laying import TAKE, Laid, Laying

if TYPE_CHECKING:
    from gipf_engine.kit.position import KitPosition
    from gipf_engine.kit.rules import GameRules
    from gipf_engine.rules.base import Position

_TAKE_TOP = Laid(TAKE, Message(_("Take the top piece")))


class LyngkLaying(Laying["Position"]):
    """Of one rule set; `limit` is the height of a complete stack."""

    def __init__(self, rules: GameRules[LyngkState], limit: int) -> None:
        self._rules, self._limit = rules, limit

    @property
    def choices(self) -> Sequence[Laid]:
        """See `Laying`."""
        return [*(Laid(piece, words) for piece, words in COLOUR_NAMES.items()), _TAKE_TOP]

    def empty(self) -> Position:
        """See `Laying`."""
        state = LyngkState(("",) * len(SPOTS), ("", ""), ((), ()), 0, self._limit, captures=False)
        return self._rules.position(self._rules.text(state))

    def put(self, position: Position, point: str, key: str) -> Position:
        """See `Laying`."""
        if key not in {laid.key for laid in self.choices}:
            raise KeyError(key)
        state: LyngkState = cast("KitPosition[LyngkState]", position).state
        stacks, at = list(state.stacks), INDEX[point]
        stacks[at] = stacks[at][:-1] if key == TAKE else stacks[at] + key
        return self._rules.position(self._rules.text(state._replace(stacks=tuple(stacks))))
