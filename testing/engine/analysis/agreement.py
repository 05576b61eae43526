"""Whether a kernel and the Python engine mean the same rules, on positions of random games."""

import random

import numpy as np

from gipf_engine.analysis.kernels import kernel_for
from gipf_engine.games.gipf.board import LINES, SPOTS
from gipf_engine.games.yinsh import board as yinsh
from gipf_engine.kit.kernel import DRAWN, LOST, TURN_WORDS, WON
from gipf_engine.kit.table import GONE, Table
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import BadSetup
from testing.reference.gipf_position import PositionData

LONGEST = 250


def random_positions(key, seed, longest=LONGEST):
    """The positions of one random game, and the turns played from each (the last has none)."""
    rules, chance = rules_for(key), random.Random(seed)
    position = rules.start(_setup(rules, chance))
    for _turn in range(longest):
        turns = list(position.legal_moves())
        if not turns:
            yield position, None
            return
        turn = _choose(turns, chance)
        yield position, turn
        position = position.play(turn)


def _setup(rules, chance):
    return rules.chance.draw(f"{chance.getrandbits(256):064x}") if rules.chance else ""


def _choose(turns, chance):
    """Turns that do more come up more often: long ones, whose text says that something comes off."""
    longest = [turn for turn in turns if "x" in turn]
    return chance.choice(longest if longest and chance.random() < 0.5 else turns)


def random_board(key, seed):
    """A position that no game need lead to: lines full of one colour, so that many rows cross."""
    rules, chance = rules_for(key), random.Random(seed)
    return BOARDS[rules.game](rules, chance)


def _random_gipf(rules, chance):
    pieces = {spot: chance.choice("WB") for spot in chance.sample(SPOTS, 8)}
    for line in chance.sample(LINES, 3):
        colour = chance.choice("WB")
        pieces |= {spot: colour for spot in line if chance.random() < 0.85}
    doubles = {spot for spot in pieces if rules.has_gipfs and chance.random() < 0.4}
    held = [sum(1 + (spot in doubles) for spot, piece in pieces.items() if piece == colour) for colour in "WB"]
    stacks = {spot: piece * (1 + (spot in doubles)) for spot, piece in pieces.items()}
    if max(held) > rules.pieces:
        return _random_gipf(rules, chance)
    reserves = [chance.randint(0, rules.pieces - each) for each in held]
    captured = tuple(rules.pieces - held[1 - seat] - reserves[1 - seat] for seat in (0, 1))
    text = PositionData(stacks, chance.randrange(2), tuple(reserves), captured, ("s", "s")).text()
    return rules.position(text)


def _random_yinsh(rules, chance):
    board, off = yinsh.BOARD, [chance.randrange(rules.goal) for _seat in (0, 1)]
    hand = [chance.choice((0, 0, 0, 1)) for _seat in (0, 1)]
    points = {}
    for line in chance.sample(board.lines, chance.randint(1, 4)):
        points |= {point: piece for piece in [chance.choice("Mm")] for point in line if chance.random() < 0.9}
    points |= dict(zip(chance.sample(board.names, 6), chance.choices("Mm", k=6), strict=True))
    rings = [ring for seat in (0, 1) for ring in yinsh.RINGS[seat] * (5 - off[seat] - hand[seat])]
    points |= dict(zip(chance.sample(board.names, len(rings)), rings, strict=True))
    left = 51 - sum(piece in yinsh.MARKERS for piece in points.values())
    if left < 0:
        return _random_yinsh(rules, chance)
    piles = ("M",) * left, ("R",) * hand[0], ("r",) * hand[1], ("R",) * off[0], ("r",) * off[1]
    there = tuple(points.get(name, "") for name in board.names)
    return rules.position(Table(rules.equipment, there, piles, chance.randrange(2)).text())


def _random_zertz(rules, chance):
    """Few rings, so that groups are cut off; marbles from everywhere, and often none in the pool."""
    names, kept, filled = rules.equipment.board.names, chance.choice((0.3, 0.6, 0.9)), chance.choice((0.1, 0.2, 0.4))
    points = {name: "" if chance.random() < kept else GONE for name in names}
    marbles = [marble for pile in rules.equipment.start.piles for marble in pile]
    chance.shuffle(marbles)
    for name in names:
        if points[name] != GONE and marbles and chance.random() < filled:
            points[name] = marbles.pop()
    piles = [[], [], []]
    for marble in marbles:
        piles[chance.choice((0, 0, 0, 0, 1, 2))].append(marble)
    if chance.random() < 0.3:
        piles = [[], *chance.sample([piles[0] + piles[1], piles[2]], 2)]
    held = tuple(tuple(sorted(pile)) for pile in piles)
    memo = chance.choice(("", "", "", "passed"))
    table = Table(rules.equipment, tuple(points.values()), held, chance.randrange(2), memo)
    try:
        return rules.position(table.text())
    except BadSetup:  # an isolated group is full
        return _random_zertz(rules, chance)


BOARDS = {"gipf": _random_gipf, "yinsh": _random_yinsh, "zertz": _random_zertz}
"""Games of which boards are laid at random."""


class Tables:
    """What the functions of a kernel write to."""

    def __init__(self, key):
        self.kernel = kernel_for(rules_for(key))
        self.call = self.kernel.functions
        self.rows = np.zeros((2, self.kernel.words), np.int64)
        self.turns = np.zeros((self.kernel.most_turns, TURN_WORDS), np.int64)
        self.scratch = np.zeros(self.kernel.scratch_words, np.int64)

    def list(self, position, only_prizes=False):
        """The turns of a position as text, each with its row."""
        self.rows[0] = self.kernel.pack(position)
        end = self.call["list_turns"](self.rows, 0, self.turns, 0, only_prizes, self.scratch)
        return [(self.kernel.write(position, turn), turn) for turn in self.turns[:end].copy()]

    def judge(self, position):
        """What the kernel says of a position, as the result of its game."""
        self.rows[0] = self.kernel.pack(position)
        found = self.call["judge"](self.rows, 0, self.scratch)
        mover = position.rules.mover(position.state)
        return {0: None, DRAWN: "1/2-1/2", WON: ("1-0", "0-1")[mover], LOST: ("0-1", "1-0")[mover]}[found]

    def after(self, turn):
        """The row after a turn of the position that was listed last."""
        self.call["play_turn"](self.rows, 0, *map(int, turn[:3]))
        return list(self.rows[1])


def disagreement(tables, position, turn):
    """What kernel and engine disagree about in a position of which `turn` is played; "" for nothing."""
    text, outcome = position.text(), position.outcome
    if tables.judge(position) != (outcome.result if outcome else None):
        return f"{text}: the end"
    if outcome:
        return ""
    listed = tables.list(position)
    if sorted(name for name, _row in listed) != sorted(position.legal_moves()):
        return f"{text}: the turns"
    row = next(row for name, row in listed if name == turn)
    if tables.after(row) != tables.kernel.pack(position.play(turn)):
        return f"{text}: what becomes of {turn}"
    prizes = [name for name, row in listed if row[3]]
    return "" if [name for name, _row in tables.list(position, only_prizes=True)] == prizes else f"{text}: prizes"
