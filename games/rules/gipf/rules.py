"""The three rule sets of GIPF in the register, played by the fast checker."""

from __future__ import annotations

from typing import ClassVar

from games.rules.api import TurnCount
from games.rules.gipf.common import Basic, GipfRules, Standard, Tournament
from games.rules.gipf.half import half_of
from games.rules.gipf.history import History, added
from games.rules.gipf.position import GipfPosition, entry_count
from games.rules.gipf.scene import Scene
from games.rules.gipf.told import REPETITION
from games.rules.registry import register
from phrases import gettext_noop as _


class _Fast(GipfRules):
    """Mixed into the three rule sets: positions are `GipfPosition`."""

    counts: ClassVar = {"dots": TurnCount(_("a turn once for every dot from which the piece may come in"), entry_count)}
    usual_count = "dots"

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
