"""The engine for research: games that are played and taken back, positions as arrays, playouts, symmetries, actions.

    >>> from gipf_engine.research import start
    >>> game = start("gipf-basic")
    >>> game.make("c2")
    >>> len(game.turns()), game.unmake()
    (41, 'c2')

What is compiled (`Batch`, `playouts`) needs numba, and plays GIPF and LYNGK; all else plays every game.
"""

from __future__ import annotations

from gipf_engine.research.game import Game, count_sequences, start
from gipf_engine.research.symmetries import points_of, stacks_of, symmetries_of

__all__ = ["Game", "count_sequences", "points_of", "stacks_of", "start", "symmetries_of"]
