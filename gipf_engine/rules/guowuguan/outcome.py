"""How a game of Guo Wu Guan ended, and what it scored (GUO 5)."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Outcome, SoloCount
from gipf_engine.rules.guowuguan.layout import MOST_ROUNDS, Layout
from gipf_engine.rules.guowuguan.movegen import is_won, moves
from gipf_engine.rules.guowuguan.state import GuoWuGuanState

WON, LOST = "won", "lost"
END_REASONS = {
    WON: _("every gate was passed"),
    LOST: _("nothing more could be played"),
}
SOLO_COUNTS = (
    SoloCount("won", _("won")),
    SoloCount("gates", _("gates passed")),
    SoloCount("generals", _("generals cut")),
    SoloCount("rounds", _("rounds played"), fewer_is_better=True, of_wins=True),
    SoloCount("moves", _("lifts and passes"), fewer_is_better=True, of_wins=True),
)


def tally(state: GuoWuGuanState, layout: Layout) -> tuple[int, int, int, int]:
    """[gates passed, generals cut, rounds begun, lifts and passes].

    A general that comes back has been cut once for each gate. Where levels are refilled as long as one of them holds a
    tile, the gates are passed all at once.
    """
    won_together = layout.refills_empty and is_won(state, layout)
    gates = layout.levels if won_together else state.gates
    once_each = gates if layout.has_passing else 0
    cut = layout.generals - len(state.generals) if layout.spends_generals else once_each
    return gates, cut, min(state.round, MOST_ROUNDS), state.moves


def determine_outcome(state: GuoWuGuanState, layout: Layout) -> Outcome | None:
    """How the game ended, None while a turn can be played."""
    if is_won(state, layout):
        return Outcome(WON, WON, (tally(state, layout),))
    if next(moves(state, layout), None) is not None:
        return None
    return Outcome(LOST, LOST, (tally(state, layout),))
