"""Deals and random games of Guo Wu Guan for tests."""

import random
from collections.abc import Iterator
from hashlib import sha256

from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from gipf_engine.rules.guowuguan import REFILL

VARIANTS = ("gwg", "simplified", "okuan", "tongwuguan", "qiqin")
RULE_SETS = [
    *((f"guowuguan-{variant}", frozenset()) for variant in VARIANTS),
    *((f"guowuguan-{variant}", frozenset({"refill_empty_levels"})) for variant in ("okuan", "tongwuguan")),
]


def setup_of(number: int, key: str = "guowuguan-gwg") -> str:
    """The set-up of a deal that has a number."""
    return rules_for(key).chance.draw(sha256(f"deal {number}".encode()).hexdigest())


def deal(key: str, number: int, options=frozenset()) -> Position:
    """The start of that deal."""
    return rules_for(key, options).start(setup_of(number, key))


def random_turn(position: Position, dice: random.Random):
    """Any lift or pass, all equally likely; the refill only where there is none."""
    turns = list(position.legal_moves())
    return dice.choice([turn for turn in turns if turn != REFILL] or turns)


def random_game(key: str, number: int, options=frozenset(), *, lazy: float = 0.0) -> Iterator[Position]:
    """Every position of a game played at random; with probability `lazy` any legal turn, the refill too."""
    dice = random.Random(number)
    position = deal(key, number, options)
    yield position
    while position.turn is not None:
        turn = dice.choice(list(position.legal_moves())) if dice.random() < lazy else random_turn(position, dice)
        position = position.play(turn)
        yield position
