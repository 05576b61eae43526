"""The three rule sets of GIPF in the register, played by the fast checker."""

from __future__ import annotations

from games.rules.api import register
from games.rules.gipf.common import Basic, GipfRules, Standard, Tournament
from games.rules.gipf.half import half_of
from games.rules.gipf.history import History, added
from games.rules.gipf.position import GipfPosition
from games.rules.gipf.scene import Scene
from games.rules.gipf.told import REPETITION


class _Fast(GipfRules):
    """Mixed into the three rule sets: positions are `GipfPosition`."""

    def place(self, scene: Scene) -> GipfPosition:
        half = half_of(scene)
        history: History = ()
        if REPETITION in self.options:
            for _time in range(scene.times):
                history = added(history, (half, scene.turn))
        return GipfPosition(self, half, scene.turn, history, scene.times)


@register
class GipfBasic(_Fast, Basic):
    """Basic GIPF."""


@register
class GipfStandard(_Fast, Standard):
    """Standard GIPF."""


@register
class GipfTournament(_Fast, Tournament):
    """Tournament GIPF."""
