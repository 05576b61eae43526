"""The actions of a GIPF game of Boardspace, as turns.

A turn: rows that the opponent left are taken off (`remove C 4`, any spot that lies in one row alone), a piece comes in
(`slide e 1 e 2`, or `dropb e 1` on the dot and `dropb e 2` on the spot), rows of one's own come off, and `done`. Rows
that leave no choice are taken off without an action. Of the GIPF-pieces in rows one's own stay, and the other's where
rows cross; `preserve C 4` changes that for one, `remove C 4` says that it goes. While a player has brought in
GIPF-pieces alone (tournament) the next is one, too, unless `standard` says otherwise.

Source: github.com/ddyer0/boardspace.net, `GipfBoard.java` (Execute, markForRemoval, markForPreservation,
doRowCaptures).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import NotAMove
from gipf_engine.rules.formats.base import Line
from gipf_engine.rules.formats.boardspace_reader import Reader, read_points, reads
from gipf_engine.rules.gipf.bits import BIT, BY_GF1, FIRST_BIT, each, mask, runs
from gipf_engine.rules.gipf.board import DOTS, WAYS
from gipf_engine.rules.gipf.move import NO_ENTRY, GipfMove
from gipf_engine.rules.gipf.position import GipfPosition
from gipf_engine.rules.gipf.position_text import SINGLES
from gipf_engine.rules.gipf.state import State

_FROM_DOT = {dot: [mask(way.spots) for way in WAYS if way.dot == dot] for dot in DOTS}
_POINTS = BIT.keys() | _FROM_DOT


@reads({"gipf": "gipf-basic", "gipf-standard": "gipf-standard", "gipf-tournament": "gipf-tournament"})
class GipfReader(Reader):
    """Reads one game. Raises `NotAMove`, or what our rules say of a turn."""

    NAMES: ClassVar[frozenset[str]] = frozenset(
        {"pick", "pickb", "drop", "dropb", "remove", "slide", "slidefrom", "preserve", "standard"}
    )

    ONE_SIDED = frozenset({"gipf-basic", "gipf-standard"})

    def __init__(self, key: str, about: Sequence[str]) -> None:
        self.line = Line(rules_for(key).start())
        self.is_tournament = key == "gipf-tournament"
        self.gipf = False
        """Whether the piece that comes in is a GIPF-piece."""
        self._begin_turn()

    @property
    def position(self) -> GipfPosition:
        """The position before the turn that is under way."""
        assert isinstance(self.line.position, GipfPosition)
        return self.line.position

    def act(self, name: str, arguments: Sequence[str]) -> None:
        """An action of whoever is to move."""
        if name not in self.NAMES:
            raise NotAMove(Message(_("this is no action of %(game)s"), {"game": "GIPF"}))
        match name:
            case "slide" | "slidefrom":
                dot, spot = read_points(arguments, 2, _POINTS)
                self._enter(dot, spot)
            case "dropb":
                self._drop(read_points(arguments, 1, _POINTS)[0])
            case "pickb":
                self._take_back()
            case "remove":
                self._remove(read_points(arguments, 1, _POINTS)[0])
            case "preserve":
                self.kept ^= BIT.get(read_points(arguments, 1, _POINTS)[0], 0) & self.state.gipfs
            case "standard":
                self.gipf = not self.gipf

    def end_turn(self) -> None:
        """Take off what is left of the rows, and play the turn."""
        if self.entered is None:
            if not self.taken[0]:
                raise NotAMove(Message(_("this turn is done, but no piece has come in")))
            self._play(NO_ENTRY)
            return
        self._take(self._in_rows() & ~self.kept)
        self._play(self.entered)

    def finish(self) -> None:
        """Play a turn that was not closed: a game may end inside one."""
        if self.entered is not None or self.taken[0]:
            self.end_turn()

    def _begin_turn(self) -> None:
        self.state: State = self.position.state
        self.taken = [0, 0]
        """What was taken before and after the piece came in."""
        self.dot = ""
        self.entered: int | None = None
        self.before_entry = (self.state, 0, 0)
        self.gipf = self.is_tournament and self.state.own.phase != SINGLES
        self.kept: int = _kept_at_first(self.state)

    def _drop(self, point: str) -> None:
        """On a dot: from where the piece comes. On a spot: where it goes."""
        if point in _FROM_DOT:
            self.dot = point
        elif self.dot:
            self._enter(self.dot, point)
        else:
            raise NotAMove(Message(_("a piece comes in from a dot, and none is named")))

    def _enter(self, dot: str, spot: str) -> None:
        if self.entered is not None:
            raise NotAMove(Message(_("a piece has come in already in this turn")))
        way = BY_GF1.get(f"{dot}-{spot}")
        if way is None:
            raise NotAMove(Message(_("no piece comes in from %(dot)s to %(spot)s"), {"dot": dot, "spot": spot}))
        entry, line, pushes = way
        self.before_entry = (self.state, self.kept, self.taken[0])
        self._take(self._in_rows() & ~self.kept)
        if self.state.occupied & FIRST_BIT[entry]:
            push = pushes.get(self.state.occupied & line)
            if push is None:
                raise NotAMove(Message(_("the line from %(dot)s is full"), {"dot": dot}))
            entry = push.entry
        self.dot, self.entered = dot, entry
        self.state = self.state.push(entry, self.gipf)
        self.kept = _kept_at_first(self.state)

    def _take_back(self) -> None:
        """The piece is picked up again: it lies on its dot, as before it came in."""
        if self.entered is not None:
            self.state, self.kept, taken = self.before_entry
            self.entered, self.taken = None, [taken, 0]

    def _remove(self, point: str) -> None:
        if (bit := BIT.get(point, 0)) & self.state.gipfs:
            self.kept &= ~bit
            return
        if point in _FROM_DOT:
            rows = [row for row in self._own_runs() if any(not row & ~way for way in _FROM_DOT[point])]
        else:
            rows = [row for row in self._own_runs() if row & bit]
        if len(rows) != 1:
            raise NotAMove(Message(_("%(spot)s lies in %(count)d rows"), {"spot": point, "count": len(rows)}))
        self._take(rows[0] & ~self.kept)
        if self.entered is None:
            self.kept = _kept_at_first(self.state)

    def _take(self, bits: int) -> None:
        self.taken[self.entered is not None] |= bits
        self.state = self.state.without(bits)
        self.kept &= ~bits

    def _own_runs(self) -> list[int]:
        return runs(self.state.own.pieces, self.state.occupied)

    def _in_rows(self) -> int:
        united = 0
        for row in self._own_runs():
            united |= row
        return united

    def _play(self, entry: int) -> None:
        move = GipfMove(self.taken[0], entry, self.gipf and entry != NO_ENTRY, self.taken[1])
        if not self.position.is_legal(move):
            self.position.parse(str(move))  # says why
            raise NotAMove(Message(_("this turn is not legal")))
        self.line.play(move)
        self._begin_turn()


def _kept_at_first(state: State) -> int:
    """The GIPF-pieces in rows that stay unless the player says otherwise: one's own, and others where rows cross."""
    crossed, seen = 0, 0
    for row in runs(state.own.pieces, state.occupied):
        crossed |= seen & row
        seen |= row
    return sum(bit for bit in each(seen & state.gipfs) if bit & (state.own.pieces | crossed))
