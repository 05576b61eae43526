"""The three rule sets of GIPF in the register, played by the fast checker."""

from __future__ import annotations

from typing import ClassVar

from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import TurnCount
from gipf_engine.rules.gipf.history import History, append_position
from gipf_engine.rules.gipf.position import GipfPosition, entry_count
from gipf_engine.rules.gipf.position_text import PositionData
from gipf_engine.rules.gipf.rules_text import REPETITION
from gipf_engine.rules.gipf.state import state_of
from gipf_engine.rules.gipf.variants import Basic, GipfRules, Standard, Tournament
from gipf_engine.rules.registry import register


class _Fast(GipfRules):
    """Mixed into the three rule sets: positions are `GipfPosition`."""

    counts: ClassVar = {"dots": TurnCount(_("a turn once for every dot from which the piece may come in"), entry_count)}
    usual_count = "dots"

    def place(self, position_data: PositionData) -> GipfPosition:
        state = state_of(position_data)
        history: History = ()
        if REPETITION in self.options:
            for _time in range(position_data.times):
                history = append_position(history, (state, position_data.turn))
        return GipfPosition(self, state, position_data.turn, history, position_data.times)


@register
class GipfBasic(_Fast, Basic):
    """Basic GIPF."""


@register
class GipfStandard(_Fast, Standard):
    """Standard GIPF."""


@register
class GipfTournament(_Fast, Tournament):
    """Tournament GIPF."""
