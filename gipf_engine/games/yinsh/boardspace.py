"""The actions of a YINSH game of Boardspace, as turns.

A ring is placed (`place wr E 3`) or moves (`move H 7 G 7`), or is picked up and put down (`pick board H 7`,
`drop board G 7`). A row comes off by its ends (`remove w F 3 F 7`), then a ring for it (`remove wr E 10`). Each is
closed by `done`, so that our turn is all of them until nothing is left to choose.

Source: github.com/ddyer0/boardspace.net, `Yinshmovespec.java`, `YinshConstants.java`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gipf_engine.games.yinsh.board import BOARD
from gipf_engine.kit.position import KitPosition
from gipf_engine.kit.table import Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import NotAMove
from gipf_engine.rules.formats.base import ForeignGame
from gipf_engine.rules.formats.boardspace_reader import Reader, read_points, reads

_ON_BOARD = "board"
_RINGS = frozenset({"wr", "br"})


@reads({"yinsh": "yinsh-normal", "yinsh-blitz": "yinsh-blitz"})
class YinshReader(Reader):
    """Reads one game."""

    NAMES: ClassVar[frozenset[str]] = frozenset({"place", "move", "remove", "pick", "drop"})

    def __init__(self, key: str, about: Sequence[str]) -> None:
        self.line = ForeignGame(rules_for(key).start())
        self.written = self.picked = ""
        """What was chosen of the turn so far; where the ring that is in the player's hand stood."""

    def act(self, name: str, arguments: Sequence[str]) -> None:
        """See `Reader`."""
        what, where = (arguments[0].lower(), arguments[1:]) if arguments else ("", arguments)
        match name:
            case "place":
                self._choose(_point(where))
            case "move":
                self._choose("-".join(read_points(arguments, 2, BOARD)))
            case "remove" if what in _RINGS:
                self._choose(f",{_point(where)}")
            case "remove":
                self._choose("x" + "-".join(read_points(where, 2, BOARD)))
            case "pick":
                self.picked = _point(where) if what == _ON_BOARD else ""
            case "drop":
                self._drop(_point(where) if what == _ON_BOARD else "")
            case _:
                raise NotAMove(Message(_("this is not an action in %(game)s"), {"game": "YINSH"}))

    def end_turn(self) -> None:
        """Nothing: `done` closes each part of a turn."""

    def finish(self) -> None:
        """Raises `IllegalMove` where the last turn is not complete."""
        if self.written:
            self.line.play_token(self.written)

    def _drop(self, point: str) -> None:
        """A ring comes down: on the board, or beside it, where it is one that a row has cost."""
        picked, self.picked = self.picked, ""
        if point and point != picked:
            self._choose(f"{picked}-{point}" if picked else point)
        elif picked and not point:
            self._choose(f",{picked}")

    def _choose(self, part: str) -> None:
        """Add a part to the turn, and play it where nothing is left to choose."""
        position = self.line.position
        assert isinstance(position, KitPosition)
        self.written += part if not self.written or part.startswith(",") else f";{part}"
        if _is_complete(position, self.written):
            written, self.written = self.written, ""
            self.line.play_token(written)


def _is_complete(position: KitPosition[Table], written: str) -> bool:
    return position.moment_after(written).is_complete


def _point(arguments: Sequence[str]) -> str:
    return read_points(arguments, 1, BOARD)[0]
