"""The five rule sets of Guo Wu Guan in the register."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Position, Rules, Solver
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.guowuguan.layout import Layout
from gipf_engine.rules.guowuguan.manual import chapters_of
from gipf_engine.rules.guowuguan.outcome import END_REASONS, SOLO_COUNTS, WON
from gipf_engine.rules.guowuguan.position import GuoWuGuanPosition
from gipf_engine.rules.guowuguan.position_text import read_position, read_setup
from gipf_engine.rules.guowuguan.setups import generator_for
from gipf_engine.rules.guowuguan.solver import SOLVER_VERSION
from gipf_engine.rules.registry import register

REFILLS_EMPTY = "refill_empty_levels"


class GuoWuGuanRules(Rules):
    """What the rule sets have in common; `plan` says how the tiles lie and what a round is."""

    game = "guowuguan"
    game_name = _("Guo Wu Guan")
    seats = 1
    alternating = True
    end_reasons = END_REASONS
    solo_counts = SOLO_COUNTS
    solver_version = SOLVER_VERSION
    dotted_turns = True
    plan: ClassVar[Layout]

    def __init__(self, options: frozenset[str] = frozenset()) -> None:
        super().__init__(options)
        self.layout = replace(self.plan, refills_empty=REFILLS_EMPTY in options)

    def start(self, setup: str = "", handicap: str = "") -> GuoWuGuanPosition:
        """32 tiles laid out. Raises `BadSetup`; there is no handicap."""
        if handicap:
            raise BadSetup(Message(_("Guo Wu Guan has no handicap")))
        return GuoWuGuanPosition(self, self.layout, read_setup(setup, self.layout))

    def position(self, text: str) -> GuoWuGuanPosition:
        """Read a position text (see `position_text`). Raises `BadSetup`."""
        return GuoWuGuanPosition(self, self.layout, read_position(text, self.layout))

    def count_solo(self, position: Position) -> dict[str, int]:
        """Won or not, then the tally. Raises TypeError for a position of another game."""
        if not isinstance(position, GuoWuGuanPosition):
            raise TypeError("that is no position of Guo Wu Guan")
        (tally,) = position.tally
        won = position.outcome is not None and position.outcome.result == WON
        return dict(zip((count.key for count in SOLO_COUNTS), (int(won), *tally), strict=True))

    def solver(self) -> Solver:
        """Loaded here, as it brings a compiler along that nothing else needs."""
        from gipf_engine.rules.guowuguan.solver.search import BeamSolver

        return BeamSolver()

    def explain(self) -> Sequence[Message]:
        """The rules told to players, with the options that are on."""
        return [paragraph for chapter in self.chapters() for paragraph in chapter.paragraphs]

    def chapters(self) -> Sequence[Chapter]:
        """The rules told to players in chapters, with pictures."""
        return chapters_of(self.layout)


@register
class GuoWuGuan(GuoWuGuanRules):
    """Five gates, six generals (GUO 2)."""

    key = "guowuguan-gwg"
    variant = "gwg"
    name = _("Guo Wu Guan")
    help = _("A solitaire with Chinese dominoes: pass five gates and cut the six generals that guard them.")
    plan = Layout(generals=6, levels=5, width=5, commons=1)
    chance = generator_for(plan)


@register
class Simplified(GuoWuGuanRules):
    """Guo Wu Guan in which any three tiles of a level may be lifted (GUO 3)."""

    key = "guowuguan-simplified"
    variant = "simplified"
    name = _("Guo Wu Guan, simplified")
    help = _("Guo Wu Guan in which the three tiles of a triple need not be neighbours.")
    plan = Layout(generals=6, levels=5, width=5, commons=1, any_three=True)
    chance = generator_for(plan)


_EMPTY_LEVELS: Mapping[str, str] = {
    REFILLS_EMPTY: _("An empty level is refilled like the others; the game is won when all levels are empty together."),
}


@register
class OKuan(GuoWuGuanRules):
    """Five levels of four and no generals, worked from the bottom up (GUO 2 and 3)."""

    key = "guowuguan-okuan"
    variant = "okuan"
    name = _("O-Kuan")
    help = _("Guo Wu Guan without generals: empty five levels of four tiles, from the bottom up.")
    option_help = _EMPTY_LEVELS
    plan = Layout(generals=0, levels=5, width=4, commons=12, upwards=True, has_passing=False, hidden_commons=True)
    chance = generator_for(plan)


@register
class TongWuGuan(GuoWuGuanRules):
    """Like O-Kuan with five levels of six."""

    key = "guowuguan-tongwuguan"
    variant = "tongwuguan"
    name = _("Tong Wu Guan")
    help = _("Like O-Kuan, with five levels of six tiles.")
    option_help = _EMPTY_LEVELS
    plan = Layout(generals=0, levels=5, width=6, commons=2, upwards=True, has_passing=False, hidden_commons=True)
    chance = generator_for(plan)


@register
class QiQin(GuoWuGuanRules):
    """Seven levels of three and one general that escapes again and again (GUO 2 and 3)."""

    key = "guowuguan-qiqin"
    variant = "qiqin"
    name = _("Qi Qin")
    help = _("Catch the general seven times: one general, seven levels of three tiles.")
    plan = Layout(generals=1, levels=7, width=3, commons=10, returning="21")
    chance = generator_for(plan)
