"""Games on the kit beside their reference engines, and random games of both."""

import json
import random
from collections import Counter

from gipf_engine.games.yinsh.board import HAND, OFF, POOL
from gipf_engine.games.yinsh.rules import Yinsh, YinshBlitz
from gipf_engine.games.zertz import board as zertz_board
from gipf_engine.games.zertz.rules import Zertz, Zertz48, Zertz61, ZertzBlitz
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.position import KitPosition
from gipf_engine.kit.table import GONE, Table
from testing import DATA
from testing.reference import yinsh, zertz

RULES = {each.key: each() for each in (Yinsh, YinshBlitz, Zertz, Zertz48, Zertz61, ZertzBlitz)}
PLAIN = {
    "yinsh-normal": (yinsh, yinsh.Game()),
    "yinsh-blitz": (yinsh, yinsh.Game(goal=1)),
    "zertz-37": (zertz, zertz.start()),
    "zertz-48": (zertz, zertz.start(48)),
    "zertz-61": (zertz, zertz.start(61)),
    "zertz-blitz": (zertz, zertz.start(blitz=True)),
}
"""The reference engine of each rule set, and where it begins."""


def told(key, position):
    """What the fast engine has on the table, in the words of the reference engine."""
    table = position.state
    points = dict(zip(table.equipment.board.names, table.points, strict=True))
    if key.startswith("yinsh"):
        board = {
            (point[0], int(point[1:])): ("ring" if there in "Rr" else "marker", int(there.islower()))
            for point, there in points.items()
            if there
        }
        hand, off = (tuple(len(table.pile(name, seat)) for seat in (0, 1)) for name in (HAND, OFF))
        return board, hand, off, len(table.pile(POOL)), table.mover
    board = {point: there for point, there in points.items() if there != GONE}
    piles = [Counter(table.pile(zertz_board.POOL)), *(Counter(table.pile(CAPTURED, seat)) for seat in (0, 1))]
    return board, *piles, table.mover


def told_plainly(key, game):
    """The same by the reference engine."""
    if key.startswith("yinsh"):
        return game.board, game.hand, game.off, game.pool, game.turn
    return game.board, *map(Counter, (game.pool, *game.captured)), game.turn


def play_both(key, seed, *, most=400):
    """Play a game at random on both engines and compare everything; how many turns it had. Rows are liked."""
    dice = random.Random(seed)
    plain, game = PLAIN[key]
    position = RULES[key].start()
    for ply in range(most):
        ended = plain.result(game)
        outcome = position.outcome and (position.outcome.result, position.outcome.reason)
        assert (told(key, position), outcome) == (told_plainly(key, game), ended), (key, seed, ply)
        if ended:
            assert list(position.legal_moves()) == []
            return ply
        turns = list(position.legal_moves())
        following = plain.turns(game)
        assert len(turns) == len(set(turns))
        assert set(turns) == following.keys(), (key, seed, ply)
        turn = choose(dice, turns)
        position, game = position.play(position.parse(turn)), following[turn]()
    raise AssertionError(f"the game {seed} of {key} does not end")


def choose(dice, turns):
    """A turn at random, one with a row or a long capture more often, so that the rare is seen."""
    longest = [turn for turn in turns if len(turn) > 8]
    return dice.choice(sorted(longest if longest and dice.random() < 0.5 else turns))


def random_position(key, seed, plies):
    """A position of the fast engine alone, and the positions before it."""
    dice = random.Random(seed)
    found = [RULES[key].start()]
    while len(found) <= plies and found[-1].turn is not None:
        found.append(found[-1].play(choose(dice, list(found[-1].legal_moves()))))
    return found


def yinsh_position(key="yinsh-normal", *, mover=0, off=(0, 0), pool=None, **pieces):
    """A position of YINSH: the points of white (R, M) and black (r, m) rings and markers."""
    pieces = {"R": "a2 a3 a4 a5 e5", "r": "k7 k8 k9 k10 h5"} | pieces
    rules = RULES[key]
    board = rules.equipment.board
    there = {point: piece for piece, points in pieces.items() for point in points.split()}
    put = Counter(there.values())
    pool = 51 - put["M"] - put["m"] if pool is None else pool
    hand = [("R",) * (5 - put["R"] - off[0]), ("r",) * (5 - put["r"] - off[1])]
    piles = (("M",) * pool, *hand, ("R",) * off[0], ("r",) * off[1])
    points = tuple(there.get(point, "") for point in board.names)
    return KitPosition(rules, Table(rules.equipment, points, piles, mover))


def zertz_position(key="zertz-37", marbles="", *, gone="", left=None, pool=None, captured=("", ""), mover=0, memo=""):
    """A position of ZÈRTZ: marbles as in `Wd4 Ga1`. `left`: the only rings there are; `gone`: those that are not."""
    rules = RULES[key]
    there = {word[1:]: word[0] for word in marbles.split()}
    there |= dict.fromkeys(gone.split(), GONE)
    if left is not None:
        there |= dict.fromkeys(set(rules.equipment.board.names) - set(left.split()) - there.keys(), GONE)
    on_board = Counter(there.values()) + Counter("".join(captured))
    whole = Counter(rules.equipment.start.pile(zertz_board.POOL))
    in_pool = tuple(sorted((whole - on_board).elements() if pool is None else pool))
    piles = (in_pool, *(tuple(sorted(each)) for each in captured))
    points = tuple(there.get(point, "") for point in rules.equipment.board.names)
    return KitPosition(rules, Table(rules.equipment, points, piles, mover, memo))


def held_games(name):
    """The reference games of `tests/data/games`, played by other programs."""
    with (DATA / "games" / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]
