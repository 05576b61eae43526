"""Which first turn of GIPF is best, by random games: a program beside the engine's wheel, typed strictly."""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from gipf_engine.research import start
from gipf_engine.research.batches import Batch


def value_of_turns(rules: str, games: int, seed: int) -> tuple[list[str], NDArray[np.float64]]:
    """Each first turn, and the mean result of the one who plays it."""
    game = start(rules, seed=seed)
    turns, positions = game.turns(), []
    for turn in turns:
        game.make(turn)
        positions.append(game.position)
        game.unmake()
    results: NDArray[np.int8] = Batch(positions).play_out(games, seed=seed).results
    return turns, -results.mean(axis=1, dtype=np.float64)


if __name__ == "__main__":
    names, values = value_of_turns(sys.argv[1], int(sys.argv[2]), seed=1)
    for place in np.argsort(-values)[:5]:
        print(f"{names[int(place)]:<8} {values[place]:+.3f}")  # noqa: T201  it is what the program is for
