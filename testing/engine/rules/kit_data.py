"""Games on the kit beside their reference engines, and random games of both."""

import json
import random
from collections import Counter

from gipf_engine.games.dvonn import board as dvonn_board
from gipf_engine.games.dvonn.board import HAND, OUT, PIECES
from gipf_engine.games.dvonn.rules import DvonnDrawn, DvonnPlaced
from gipf_engine.games.tzaar import board as tzaar_board
from gipf_engine.games.tzaar.rules import TzaarDrawn, TzaarFixed, TzaarPlaced
from gipf_engine.games.yinsh import board as yinsh_board
from gipf_engine.games.yinsh.board import OFF, POOL
from gipf_engine.games.yinsh.rules import Yinsh, YinshBlitz
from gipf_engine.games.zertz import board as zertz_board
from gipf_engine.games.zertz.rules import Zertz, Zertz48, Zertz61, ZertzBlitz
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.position import KitPosition
from gipf_engine.kit.table import GONE, Table
from testing import DATA
from testing.reference import dvonn, tzaar, yinsh, zertz

ZERTZ_RIM = "a1 a2 a3 a4 b5 c6 d7 e6 f5 g4 g3 g2 g1 f1 e1 d1 c1 b1"
"""The rings at the edge of a board of 37."""
RULES = {
    each.key: each()
    for each in (
        *(DvonnPlaced, DvonnDrawn, TzaarDrawn, TzaarFixed, TzaarPlaced),
        *(Yinsh, YinshBlitz, Zertz, Zertz48, Zertz61, ZertzBlitz),
    )
}
PLAIN = {
    "dvonn-placed": (dvonn, lambda _setup: dvonn.start()),
    "dvonn-drawn": (dvonn, dvonn.laid_out),
    "tzaar-drawn": (tzaar, tzaar.laid_out),
    "tzaar-fixed": (tzaar, lambda _setup: tzaar.laid_out(tzaar.FIXED)),
    "tzaar-placed": (tzaar, lambda _setup: tzaar.start()),
    "yinsh-normal": (yinsh, lambda _setup: yinsh.Game()),
    "yinsh-blitz": (yinsh, lambda _setup: yinsh.Game(goal=1)),
    "zertz-37": (zertz, lambda _setup: zertz.start()),
    "zertz-48": (zertz, lambda _setup: zertz.start(48)),
    "zertz-61": (zertz, lambda _setup: zertz.start(61)),
    "zertz-blitz": (zertz, lambda _setup: zertz.start(blitz=True)),
}
"""The reference engine of each rule set, and what makes its start of a set-up."""


def told(key, position):
    """What the fast engine has on the table, in the words of the reference engine."""
    table = position.state
    points = dict(zip(table.equipment.board.names, table.points, strict=True))
    return _TOLD[key.split("-")[0]][0](table, points)


def told_plainly(key, game):
    """The same by the reference engine."""
    return _TOLD[key.split("-")[0]][1](game)


def _dvonn_table(table, points):
    hands = {piece: len(table.pile(*pile)) for piece, pile in (("W", (HAND, 0)), ("B", (HAND, 1)), ("R", ("dvonn",)))}
    return points, hands, Counter(table.pile(OUT)), table.mover


def _dvonn_game(game):
    return game.board, game.left, Counter(game.out), game.turn


def _tzaar_table(table, points):
    hands, captured = ([Counter(table.pile(name, seat)) for seat in (0, 1)] for name in (HAND, CAPTURED))
    return points, hands, captured, table.mover


def _tzaar_game(game):
    return game.board, [Counter(each) for each in game.hands], [Counter(each) for each in game.captured], game.turn


def _yinsh_table(table, points):
    board = {
        (point[0], int(point[1:])): ("ring" if there in "Rr" else "marker", int(there.islower()))
        for point, there in points.items()
        if there
    }
    hand, off = (tuple(len(table.pile(name, seat)) for seat in (0, 1)) for name in (yinsh_board.HAND, OFF))
    return board, hand, off, len(table.pile(POOL)), table.mover


def _yinsh_game(game):
    return game.board, game.hand, game.off, game.pool, game.turn


def _zertz_table(table, points):
    board = {point: there for point, there in points.items() if there != GONE}
    piles = [Counter(table.pile(zertz_board.POOL)), *(Counter(table.pile(CAPTURED, seat)) for seat in (0, 1))]
    return board, *piles, table.mover


def _zertz_game(game):
    return game.board, *map(Counter, (game.pool, *game.captured)), game.turn


_TOLD = {
    "dvonn": (_dvonn_table, _dvonn_game),
    "tzaar": (_tzaar_table, _tzaar_game),
    "yinsh": (_yinsh_table, _yinsh_game),
    "zertz": (_zertz_table, _zertz_game),
}


def draw_setup(key, dice):
    """A set-up by chance where the rules have such."""
    chance = RULES[key].chance
    return chance.draw(f"{dice.getrandbits(256):064x}") if chance else ""


def play_both(key, seed, *, most=400):
    """Play a game at random on both engines and compare everything; how many turns it had. Rows are liked."""
    dice = random.Random(seed)
    plain, begin = PLAIN[key]
    setup = draw_setup(key, dice)
    position, game = RULES[key].start(setup), begin(setup)
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
    found = [RULES[key].start(draw_setup(key, dice))]
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


def dvonn_position(key="dvonn-placed", stacks="", *, mover=0):
    """A position of DVONN in which pieces move: stacks as in `Wd4 BRWe5`; all other pieces are out."""
    there = {word[-2:]: word[:-2] for word in stacks.split()}
    out = tuple(sorted((Counter(PIECES) - Counter("".join(there.values()))).elements()))
    piles = {OUT: out}
    table = RULES[key].equipment.start
    points = tuple(there.get(point, "") for point in dvonn_board.BOARD.names)
    return KitPosition(
        RULES[key],
        Table(table.equipment, points, tuple(piles.get(each.key, ()) for each in table.equipment.piles), mover),
    )


KEPT = "Za1 Ab1 Tc1 zi1 ah1 tg1"
"""A piece of each kind for both, far from each other: nothing stands between the middle and them."""


def tzaar_position(key="tzaar-drawn", stacks="", *, mover=0, kept=KEPT):
    """A position of TZAAR: stacks as in `Zd4 tTe4`, and those of `kept`; all other pieces are captured."""
    there = {word[-2:]: word[:-2] for word in f"{kept} {stacks}".split()}
    left = tzaar_board.EQUIPMENT.start.count_pieces() - Counter("".join(there.values()))
    captured = [
        tuple(sorted(piece for piece in left.elements() if piece.islower() is not bool(seat))) for seat in (0, 1)
    ]
    points = tuple(there.get(point, "") for point in tzaar_board.BOARD.names)
    return KitPosition(RULES[key], Table(tzaar_board.EQUIPMENT, points, ((), (), *captured), mover))


def held_games(name):
    """The reference games of `tests/data/games`, played by other programs."""
    with (DATA / "games" / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]
