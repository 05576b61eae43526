"""The loops of WHR, compiled by numba: Newton's method for one player's whole history, and who is next.

Strengths are natural: differences of which the logistic curve makes scores. Everything stands in rows of numbers:

* a node is a player on a day that he played: `day`, `rating`, `player`, `previous` (his node before it, or NONE) and
  `first_side` (of its games); `last_node` is a player's newest one;
* a game has two sides, 2 n and 2 n + 1: `side_node`, `side_score` and `side_next` (another side of the same node).

All compiled functions stand in this one file, so that numba notices when one of them changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.compiled import compile_into, find_folder

F = TypeVar("F", bound=Callable[..., object])
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

NONE = -1
MOST_STEPS = 50
"""Newton's method is at its end after three or four; this only bounds it."""
LONGEST_STEP = 2.0
"""A longer step of a rating (347 points) is cut to this."""

_FOLDER = find_folder(Path(__file__).parent, "whr")


def _compiled(function: F) -> F:
    return compile_into(_FOLDER, function)


@_compiled
def win_probability(difference: float) -> float:
    """The score to be expected of somebody so much stronger."""
    return 1.0 / (1.0 + math.exp(-min(max(difference, -40.0), 40.0)))


@_compiled
def list_nodes(last: int, previous: Ints, nodes: Ints) -> int:
    """Write a player's nodes into `nodes`, the oldest first; how many there are."""
    count = 0
    node = last
    while node != NONE:
        count += 1
        node = previous[node]
    node = last
    for place in range(count - 1, -1, -1):
        nodes[place] = node
        node = previous[node]
    return count


@_compiled
def differentiate(
    count: int,
    nodes: Ints,
    day: Ints,
    rating: Floats,
    first_side: Ints,
    side_node: Ints,
    side_score: Floats,
    side_next: Ints,
    drift: float,
    draws: float,
    slope: Floats,
    curve: Floats,
    tie: Floats,
) -> None:
    """Slope of the logarithm of the posterior at each node, and its curvature with the sign changed.

    That is a matrix with `curve` as its diagonal and −`tie` beside it: `tie[place]` joins `place` and the one before.
    """
    for place in range(count):
        node = nodes[place]
        own = rating[node]
        g, h = 0.0, 0.0
        if place == 0:  # draws against a player at 0
            p = win_probability(own)
            g += 2.0 * draws * (0.5 - p)
            h += 2.0 * draws * p * (1.0 - p)
        side = first_side[node]
        while side != NONE:
            p = win_probability(own - rating[side_node[side ^ 1]])
            g += side_score[side] - p
            h += p * (1.0 - p)
            side = side_next[side]
        slope[place], curve[place] = g, h
        tie[place] = 0.0
    for place in range(1, count):
        one, two = nodes[place - 1], nodes[place]
        strength = 1.0 / (drift * (day[two] - day[one]))
        tie[place] = strength
        pull = strength * (rating[two] - rating[one])
        slope[place] -= pull
        slope[place - 1] += pull
        curve[place] += strength
        curve[place - 1] += strength


@_compiled
def step(count: int, nodes: Ints, rating: Floats, slope: Floats, curve: Floats, tie: Floats) -> float:
    """One step of Newton's method, by elimination from the oldest node on; overwrites its rows. The longest move."""
    for place in range(1, count):
        share = tie[place] / curve[place - 1]
        curve[place] -= share * tie[place]
        slope[place] += share * slope[place - 1]
    slope[count - 1] /= curve[count - 1]
    for place in range(count - 2, -1, -1):
        slope[place] = (slope[place] + tie[place + 1] * slope[place + 1]) / curve[place]
    longest = 0.0
    for place in range(count):
        longest = max(longest, abs(slope[place]))
    cut = min(1.0, LONGEST_STEP / longest) if longest > 0.0 else 1.0
    for place in range(count):
        rating[nodes[place]] += cut * slope[place]
    return cut * longest


@_compiled
def settle(
    queue: Ints,
    waiting: int,
    is_queued: NDArray[np.bool_],
    owed: Floats,
    width: Floats,
    last_node: Ints,
    player: Ints,
    previous: Ints,
    day: Ints,
    rating: Floats,
    first_side: Ints,
    side_node: Ints,
    side_score: Floats,
    side_next: Ints,
    drift: float,
    draws: float,
    tolerance: float,
    longest: int,
    most: int,
) -> int:
    """Refit the players of the `queue`, and whoever is moved by that, until nobody owes more than the `tolerance`.

    `owed` is how far a player may be from his best fit: what his opponents' moves, times his variance (`width`), come
    to since he was last fitted. `longest`: the most nodes of any player.
    At most `most` fits; how many there were.
    """
    size = len(queue)
    nodes = np.empty(longest, dtype=np.int64)
    slope, curve, tie, before = (
        np.empty(len(nodes)),
        np.empty(len(nodes)),
        np.empty(len(nodes)),
        np.empty(len(nodes)),
    )
    head, fits = 0, 0
    while waiting > 0 and fits < most:
        one = queue[head]
        head = (head + 1) % size
        waiting -= 1
        is_queued[one] = False
        owed[one] = 0.0
        fits += 1
        count = list_nodes(last_node[one], previous, nodes)
        for place in range(count):
            before[place] = rating[nodes[place]]
        for _ in range(MOST_STEPS):
            differentiate(
                count, nodes, day, rating, first_side, side_node, side_score, side_next, drift, draws, slope, curve, tie
            )
            moved = step(count, nodes, rating, slope, curve, tie)
            if moved * moved < 0.1 * tolerance:  # the error is squared by each step
                break
        width[one] = 1.0 / curve[count - 1]
        for place in range(count):
            node = nodes[place]
            moved = abs(rating[node] - before[place])
            if moved == 0.0:
                continue
            side = first_side[node]
            while side != NONE:
                opponents = side_node[side ^ 1]
                other = player[opponents]
                p = win_probability(rating[node] - rating[opponents])
                owed[other] += moved * p * (1.0 - p) * width[other]
                if owed[other] > tolerance and not is_queued[other]:
                    is_queued[other] = True
                    queue[(head + waiting) % size] = other
                    waiting += 1
                side = side_next[side]
    return fits


@_compiled
def variances(count: int, curve: Floats, tie: Floats, found: Floats) -> None:
    """The diagonal of the inverse of the matrix of `differentiate`: each node's variance, others' ratings given."""
    from_front, from_back = curve.copy(), curve.copy()
    for place in range(1, count):
        from_front[place] -= tie[place] * tie[place] / from_front[place - 1]
    for place in range(count - 2, -1, -1):
        from_back[place] -= tie[place + 1] * tie[place + 1] / from_back[place + 1]
    for place in range(count):
        found[place] = 1.0 / (from_front[place] + from_back[place] - curve[place])
