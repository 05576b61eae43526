"""The loops of WHR, compiled by numba: Newton's method for one player's whole history, and who is next.

Strengths are natural: differences of which the logistic curve makes scores. All compiled functions stand in this one
file, so that numba notices when one of them changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from gipf_engine.compiled import compile_into, find_folder

F = TypeVar("F", bound=Callable[..., object])
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

NONE = -1
MOST_STEPS = 50
"""Newton's method is at its end after three or four; this only bounds it."""
LONGEST_STEP = 2.0
"""A longer step of a rating (347 points) is cut to this."""

_FOLDER = find_folder(Path(__file__).parent, "whr")


class Players(NamedTuple):
    """A row of numbers each. `owed`: how far a player may be from his best fit, others' ratings given: what his
    opponents' moves since he was last fitted, times his variance (`width`, that of his last node), come to."""

    first_node: Ints
    last_node: Ints
    nodes: Ints
    width: Floats
    owed: Floats


class Nodes(NamedTuple):
    """A player on a day that he played. `previous` is his node before it, or NONE; `first_side` that of a game."""

    player: Ints
    previous: Ints
    day: Ints
    first_side: Ints
    rating: Floats


class Sides(NamedTuple):
    """Half a game: that of number n has the sides 2 n and 2 n + 1. `following` is another side of the same node.

    `weight`: how fast the score to be expected changed with the rating when the player was last fitted; `lift`: by how
    much the player counts as stronger in this game, less than nothing where the opponent began.
    """

    node: Ints
    following: Ints
    score: Floats
    weight: Floats
    lift: Floats


class Rule(NamedTuple):
    """`drift`: variance of strength a day; `draws` with an average player that everybody begins with."""

    drift: float
    draws: float


class Queue(NamedTuple):
    """Who waits to be fitted: a ring of players, who is in it, and in `ends` where it begins and how many wait."""

    order: Ints
    is_waiting: NDArray[np.bool_]
    ends: Ints


class Room(NamedTuple):
    """Room for the longest history: its nodes, the equations of Newton's method, and the ratings before it."""

    mine: Ints
    slope: Floats
    curve: Floats
    tie: Floats
    before: Floats


def _compiled(function: F) -> F:
    return compile_into(_FOLDER, function)


@_compiled
def win_probability(difference: float) -> float:
    """The score to be expected of a person so much stronger."""
    return 1.0 / (1.0 + math.exp(-min(max(difference, -40.0), 40.0)))


@_compiled
def list_nodes(last: int, previous: Ints, found: Ints) -> int:
    """Write a player's nodes into `found`, the oldest first; how many there are."""
    count = 0
    node = last
    while node != NONE:
        count += 1
        node = previous[node]
    node = last
    for place in range(count - 1, -1, -1):
        found[place] = node
        node = previous[node]
    return count


@_compiled
def differentiate(count: int, nodes: Nodes, sides: Sides, zero: float, rule: Rule, room: Room) -> None:
    """Slope of the logarithm of the posterior at each node in `room.mine`, and its curvature with the sign changed.

    That is a matrix with `curve` as its diagonal and −`tie` beside it: `tie[place]` joins `place` and the one before.
    """
    rating, slope, curve, tie = nodes.rating, room.slope, room.curve, room.tie
    for place in range(count):
        node = room.mine[place]
        own = rating[node]
        g, h = 0.0, 0.0
        if place == 0:
            p = win_probability(own - zero)
            g += 2.0 * rule.draws * (0.5 - p)
            h += 2.0 * rule.draws * p * (1.0 - p)
        side = nodes.first_side[node]
        while side != NONE:
            p = win_probability(own - rating[sides.node[side ^ 1]] + sides.lift[side])
            weight = p * (1.0 - p)
            sides.weight[side] = weight
            g += sides.score[side] - p
            h += weight
            side = sides.following[side]
        slope[place], curve[place] = g, h
        tie[place] = 0.0
    for place in range(1, count):
        one, two = room.mine[place - 1], room.mine[place]
        strength = 1.0 / (rule.drift * (nodes.day[two] - nodes.day[one]))
        tie[place] = strength
        pull = strength * (rating[two] - rating[one])
        slope[place] -= pull
        slope[place - 1] += pull
        curve[place] += strength
        curve[place - 1] += strength


@_compiled
def step(count: int, rating: Floats, room: Room) -> float:
    """One step of Newton's method, by elimination from the oldest node on; overwrites its rows. The longest move."""
    slope, curve, tie = room.slope, room.curve, room.tie
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
        rating[room.mine[place]] += cut * slope[place]
    return cut * longest


@_compiled
def find_average(people: int, players: Players, rating: Floats, zero: float, precision: float) -> float:
    """Where the average player must stand so that the draws with him are as likely as can be.

    The same as moving everybody at once, which fitting one after the other takes long to come to: players hold each
    other where they are far more firmly than their draws do.
    """
    for _ in range(MOST_STEPS):
        g, h = 0.0, 0.0
        for one in range(people):
            p = win_probability(rating[players.first_node[one]] - zero)
            g += p - 0.5
            h += p * (1.0 - p)
        moved = max(-LONGEST_STEP, min(LONGEST_STEP, g / h))
        zero += moved
        if abs(moved) < precision:
            break
    return zero


@_compiled
def owe(one: int, more: float, players: Players, queue: Queue, tolerance: float) -> None:
    """Note that a player may be so much further from his best fit; beyond the tolerance he waits to be fitted."""
    players.owed[one] += more * players.width[one]
    if players.owed[one] > tolerance and not queue.is_waiting[one]:
        queue.is_waiting[one] = True
        queue.order[(queue.ends[0] + queue.ends[1]) % len(queue.order)] = one
        queue.ends[1] += 1


@_compiled
def take(queue: Queue) -> int:
    """The player who has waited longest."""
    one = queue.order[queue.ends[0]]
    queue.ends[0] = (queue.ends[0] + 1) % len(queue.order)
    queue.ends[1] -= 1
    queue.is_waiting[one] = False
    return int(one)


@_compiled
def fit_player(
    one: int, players: Players, nodes: Nodes, sides: Sides, zero: float, rule: Rule, tolerance: float, room: Room
) -> int:
    """Fit one player's history while all others stay; how many nodes it has. `room` has them, and where they were."""
    count = list_nodes(players.last_node[one], nodes.previous, room.mine)
    for place in range(count):
        room.before[place] = nodes.rating[room.mine[place]]
    for _ in range(MOST_STEPS):
        differentiate(count, nodes, sides, zero, rule, room)
        moved = step(count, nodes.rating, room)
        if moved * moved < 0.1 * tolerance:  # the error is squared by each step
            break
    players.width[one] = 1.0 / room.curve[count - 1]
    players.owed[one] = 0.0
    return count


@_compiled
def settle(
    queue: Queue,
    players: Players,
    nodes: Nodes,
    sides: Sides,
    zero: float,
    rule: Rule,
    tolerance: float,
    most: int,
) -> tuple[float, int]:
    """Refit the players of the `queue`, and those who are moved by that, until no one owes more than the `tolerance`.

    `zero` is where the average player stands. He is found anew after every so many fits as there are players, and at
    the end. At most `most` fits. Returned are the average player, and how many fits there were.
    """
    size, longest = len(queue.order), 1
    for one in range(size):
        longest = max(longest, players.nodes[one])
    rows = np.empty((4, longest))
    room = Room(np.empty(longest, dtype=np.int64), rows[0], rows[1], rows[2], rows[3])
    fits, next_average = 0, size
    while fits < most:
        if queue.ends[1] == 0 or fits >= next_average:
            moved = find_average(size, players, nodes.rating, zero, 0.01 * tolerance) - zero
            zero += moved
            next_average = fits + size
            for one in range(size):
                owe(one, 0.5 * rule.draws * abs(moved), players, queue, tolerance)
            if queue.ends[1] == 0:
                break
        fits += 1
        count = fit_player(take(queue), players, nodes, sides, zero, rule, tolerance, room)
        for place in range(count):
            node = room.mine[place]
            moved = abs(nodes.rating[node] - room.before[place])
            side = nodes.first_side[node] if moved > 0.0 else NONE
            while side != NONE:
                owe(nodes.player[sides.node[side ^ 1]], moved * sides.weight[side], players, queue, tolerance)
                side = sides.following[side]
    return zero, fits


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
