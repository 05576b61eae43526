"""Stones on a triangle: a game that shares nothing with GIPF or LYNGK, to try what the registries promise.

White puts two stones in each turn of play, one after the other, then Black one; all come from one bag. Whoever puts the
stone that fills the triangle has won. So the first player moves twice, the board has six spots in rows of one, two and
three, pieces have names, and the bag belongs to nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import ClassVar

from gipf_engine.diagrams.base import BOARDS, Board, Picture
from gipf_engine.diagrams.canvas import Canvas
from gipf_engine.messages import Message
from gipf_engine.rules.base import Effects, Move, Outcome, Pool, Position, Rules, View
from gipf_engine.rules.errors import BadSetup, IllegalMove
from gipf_engine.rules.registry import RULES

SPOTS = {"top": (0, 0), "left": (-20, 35), "right": (20, 35), "west": (-40, 70), "middle": (0, 70), "east": (40, 70)}
STONES = ("white stone", "black stone")
MOVERS = (0, 0, 1)


@dataclass(frozen=True)
class TrianglePosition(Position):
    """The stones by spot, in the order in which they came."""

    rules: Rules
    stones: tuple[tuple[str, int], ...] = ()

    @property
    def turn(self) -> int | None:
        """White twice, then Black."""
        return None if self.outcome else MOVERS[len(self.stones) % len(MOVERS)]

    @property
    def outcome(self) -> Outcome | None:
        """Who filled the triangle has won."""
        if len(self.stones) < len(SPOTS):
            return None
        return Outcome(("1-0", "0-1")[self.stones[-1][1]], "triangle-full")

    def legal_moves(self) -> Iterator[str]:
        """Every empty spot."""
        taken = dict(self.stones)
        return (spot for spot in SPOTS if spot not in taken)

    def play(self, move: Move) -> TrianglePosition:
        """A stone more."""
        if not self.is_legal(move) or self.turn is None:
            raise IllegalMove(Message("that spot is taken"))
        return replace(self, stones=(*self.stones, (str(move), self.turn)))

    def write(self, move: Move, style: str) -> str:
        """The name of the spot."""
        return str(move)

    def effects(self, move: Move) -> Effects:
        """A stone stands there."""
        return Effects((str(move),), {str(move): (STONES[self.turn or 0],)})

    def view(self, seat: int | None = None) -> View:
        """Everything lies open."""
        there = {spot: (STONES[owner],) for spot, owner in self.stones}
        bag = Pool("stones in the bag", None, len(SPOTS) - len(self.stones))
        return View("triangle", self.rules.key, self.turn, {spot: there.get(spot, ()) for spot in SPOTS}, (bag,))

    def text(self) -> str:
        """The spots in order."""
        return ",".join(spot for spot, _owner in self.stones) or "-"


class Triangle(Rules):
    """The one rule set."""

    key, game, variant = "triangle-small", "triangle", "small"
    name, help = "Triangle", "Whoever fills the triangle wins."
    end_reasons: ClassVar = {"triangle-full": "the triangle was full"}

    def start(self, setup: str = "", handicap: str = "") -> TrianglePosition:
        """An empty triangle."""
        if setup or handicap:
            raise BadSetup(Message("the triangle has one start"))
        return TrianglePosition(self)

    def position(self, text: str) -> TrianglePosition:
        """Spots as `text` writes them."""
        position = self.start()
        for spot in text.split(",") if text != "-" else ():
            position = position.play(spot)
        return position

    def explain(self) -> Sequence[Message]:
        """One sentence."""
        return [Message(self.help)]


class TriangleBoard(Board):
    """Circles on a triangle."""

    def draw(self, picture: Picture) -> str:
        """A circle for each spot, full where a stone is."""
        canvas = Canvas("board board-triangle", (-60, -20, 120, 110), repr(picture), None)
        canvas.tell("Triangle", [], group=False)
        for spot, stack in picture.view.spots.items():
            x, y = SPOTS[spot]
            kind = stack[0].replace(" ", "-") if stack else "empty"
            canvas.add("circle", class_=f"spot-{kind}", cx=x, cy=y, r=12)
        return canvas.serialize()

    def describe(self, view: View, effects: Effects | None = None) -> list[Message]:
        """How many are left."""
        return [Message("%(count)s stones in the bag", {"count": view.pool("stones in the bag").count})]


@contextmanager
def registered(*, board: bool = True) -> Iterator[str]:
    """The key of the rule set while it is registered, with a board of its own or without."""
    len(RULES), len(BOARDS)
    RULES.add(Triangle.key, Triangle)
    if board:
        BOARDS.add(Triangle.game, TriangleBoard())
    try:
        yield Triangle.key
    finally:
        RULES.remove(Triangle.key)
        if board:
            BOARDS.remove(Triangle.game)
