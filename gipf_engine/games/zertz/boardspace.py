"""The actions of a ZÈRTZ game of Boardspace, as turns.

A marble is put on a ring (`RtoB 2 0 D 4`: rack 2 is the pool, 0 and 1 are what the players captured; colour 0 is white,
1 grey, 2 black), before or after a ring is taken (`R- D 1`); a marble jumps (`BtoB D 1 D 3`). Until `done` the marble
may be moved (`BtoB`) or taken back (`BtoR`), and the ring put back (`R+`). What is isolated follows.

Source: github.com/ddyer0/boardspace.net, `movespec.java`, `GameBoard.java` and `GameConstants.java` of zertz.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from gipf_engine.games.zertz.board import COLOURS
from gipf_engine.kit.position import KitPosition
from gipf_engine.kit.table import Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import NotAMove
from gipf_engine.rules.formats.base import ForeignGame
from gipf_engine.rules.formats.boardspace_reader import Reader, read_points, reads

_RACKS = frozenset("012")


@reads({"zertz": "zertz-37", "zertz+11": "zertz-48", "zertz+24": "zertz-61"})
class ZertzReader(Reader):
    """Reads one game."""

    NAMES: ClassVar[frozenset[str]] = frozenset({"rtob", "btob", "btor", "r-", "r+", "pick", "pickb"})

    def __init__(self, key: str, about: Sequence[str]) -> None:
        self.line = ForeignGame(rules_for(key).start())
        self._begin_turn()

    @property
    def table(self) -> Table:
        """The board before the turn."""
        position = self.line.position
        assert isinstance(position, KitPosition)
        table = position.state
        assert isinstance(table, Table)
        return table

    def act(self, name: str, arguments: Sequence[str]) -> None:
        """See `Reader`."""
        match name:
            case "rtob":
                self._place_marble(arguments)
            case "btob":
                self._jump(*self._points(arguments, 2))
            case "btor":
                self.marble = self.point = ""
            case "r-":
                self.ring = self._points(arguments, 1)[0]
            case "r+":
                self.ring = ""
            case "pick" | "pickb":
                pass  # a marble is in the player's hand: what becomes of it follows
            case _:
                raise NotAMove(Message(_("this is not an action in %(game)s"), {"game": "ZÈRTZ"}))

    def end_turn(self) -> None:
        """Play the turn. Raises `RuleError`."""
        ring = f",{self.ring}" if self.ring else ""
        jumps = "".join(self._over(source, target) + target for source, target in pairwise(self.path))
        written = f"x{self.path[0]}{jumps}" if self.path else f"{self.marble}{self.point}{ring}" or "pass"
        self.line.play_token(written)
        self._begin_turn()

    def finish(self) -> None:
        """Play a turn that was not closed, where something was done."""
        if self.marble or self.path:
            self.end_turn()

    def _begin_turn(self) -> None:
        self.marble = self.point = self.ring = ""
        self.path: list[str] = []

    def _place_marble(self, arguments: Sequence[str]) -> None:
        if len(arguments) < len(("rack", "colour")) or arguments[0] not in _RACKS or arguments[1] not in _RACKS:
            raise NotAMove(Message(_("this names no marble")))
        self.marble = COLOURS[int(arguments[1])]
        self.point = self._points(arguments[2:], 1)[0]

    def _jump(self, source: str, target: str) -> None:
        """A marble jumps, jumps on, or the one that was just placed is moved."""
        if source == self.point:
            self.point = target
        elif source != target:
            self.path += [target] if self.path[-1:] == [source] else [source, target]

    def _over(self, source: str, target: str) -> str:
        """The colour of the marble between, "" where there is none: then our rules say what is wrong."""
        between = self.table.equipment.board.between(source, target) or ()
        return "".join(self.table[point] for point in between)

    def _points(self, arguments: Sequence[str], count: int) -> list[str]:
        return read_points(arguments, count, self.table.equipment.board)
