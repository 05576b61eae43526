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

from gipf_engine.games.gipf.bits import LINES_IN
from gipf_engine.games.gipf.board import BOARD, DOTS, WAYS
from gipf_engine.games.gipf.notation import name_removal
from gipf_engine.games.gipf.state import SINGLES, GipfState
from gipf_engine.kit.board import each_bit
from gipf_engine.kit.position import KitPosition
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import NotAMove
from gipf_engine.rules.formats.base import ForeignGame
from gipf_engine.rules.formats.boardspace_reader import Reader, read_points, reads

_FROM_DOT = {dot: [BOARD.mask(way.spots) for way in WAYS if way.dot == dot] for dot in DOTS}


@reads({"gipf": "gipf-basic", "gipf-standard": "gipf-standard", "gipf-tournament": "gipf-tournament"})
class GipfReader(Reader):
    """Reads one game. Raises `NotAMove`, or what our rules say of a turn."""

    NAMES: ClassVar[frozenset[str]] = frozenset(
        {"pick", "pickb", "drop", "dropb", "remove", "slide", "slidefrom", "preserve", "standard"}
    )

    ONE_SIDED = frozenset({"gipf-basic", "gipf-standard"})

    def __init__(self, key: str, about: Sequence[str]) -> None:
        self.line = ForeignGame(rules_for(key).start())
        self.is_tournament = key == "gipf-tournament"
        self.gipf = False
        """Whether the piece that comes in is a GIPF-piece."""
        self._begin_turn()

    @property
    def position(self) -> KitPosition[GipfState]:
        """The position before the turn that is under way."""
        assert isinstance(self.line.position, KitPosition)
        return self.line.position

    def act(self, name: str, arguments: Sequence[str]) -> None:
        """An action of the one who is to move."""
        if name not in self.NAMES:
            raise NotAMove(Message(_("this is not an action in %(game)s"), {"game": "GIPF"}))
        match name:
            case "slide" | "slidefrom":
                dot, spot = read_points(arguments, 2, BOARD)
                self._enter(dot, spot)
            case "dropb":
                self._drop(read_points(arguments, 1, BOARD)[0])
            case "pickb":
                self._take_back()
            case "remove":
                self._remove(read_points(arguments, 1, BOARD)[0])
            case "preserve":
                self.kept ^= BOARD.bit.get(read_points(arguments, 1, BOARD)[0], 0) & self.state.gipfs
            case "standard":
                self.gipf = not self.gipf

    def end_turn(self) -> None:
        """Take off what is left of the rows, and play the turn."""
        if self.entered:
            self._take(self._in_rows() & ~self.kept)
        elif not any(self.taken):
            raise NotAMove(Message(_("the turn is finished, but no piece was brought in")))
        self._play()

    def finish(self) -> None:
        """Play a turn that was not closed: a game may end inside one."""
        if self.entered or any(self.taken):
            self.end_turn()

    def _begin_turn(self) -> None:
        self.state: GipfState = self.position.state
        self.taken = [0, 0]
        """What was taken before and after the piece came in."""
        self.dot = ""
        self.entered = ""
        """The piece that came in, as it is written."""
        self.before_entry = (self.state, 0, 0)
        self.pushed = self.state
        self.gipf = self.is_tournament and self.state.own.phase != SINGLES
        self.kept: int = _kept_at_first(self.state)

    def _drop(self, point: str) -> None:
        """On a dot: from where the piece comes. On a spot: where it goes."""
        if point in _FROM_DOT:
            self.dot = point
        elif self.dot:
            self._enter(self.dot, point)
        else:
            raise NotAMove(Message(_("a piece comes in from a dot, but none is given")))

    def _enter(self, dot: str, spot: str) -> None:
        if self.entered:
            raise NotAMove(Message(_("a piece was already brought in this turn")))
        line = LINES_IN.get(f"{dot}-{spot}")
        if line is None:
            raise NotAMove(Message(_("no piece can come in from %(dot)s to %(spot)s"), {"dot": dot, "spot": spot}))
        self.before_entry = (self.state, self.kept, self.taken[0])
        self._take(self._in_rows() & ~self.kept)
        entry = line.entry(self.state.occupied)
        if entry is None:
            raise NotAMove(Message(_("the line from %(dot)s is full"), {"dot": dot}))
        self.dot, self.entered = dot, f"{'G' * self.gipf}{entry.name}"
        self.state = self.pushed = self.state.push(entry, self.gipf)
        self.kept = _kept_at_first(self.state)

    def _take_back(self) -> None:
        """The piece is picked up again: it lies on its dot, as before it came in."""
        if self.entered:
            self.state, self.kept, taken = self.before_entry
            self.entered, self.taken = "", [taken, 0]

    def _remove(self, point: str) -> None:
        if (bit := BOARD.bit.get(point, 0)) & self.state.gipfs:
            self.kept &= ~bit
            return
        if point in _FROM_DOT:
            rows = [row for row in self.state.rows() if any(not row & ~way for way in _FROM_DOT[point])]
        else:
            rows = [row for row in self.state.rows() if row & bit]
        if len(rows) != 1:
            raise NotAMove(Message(_("%(spot)s is in %(count)d rows"), {"spot": point, "count": len(rows)}))
        self._take(rows[0] & ~self.kept)
        if not self.entered:
            self.kept = _kept_at_first(self.state)

    def _take(self, bits: int) -> None:
        self.taken[bool(self.entered)] |= bits
        self.state = self.state.without(bits)
        self.kept &= ~bits

    def _in_rows(self) -> int:
        united = 0
        for row in self.state.rows():
            united |= row
        return united

    def _play(self) -> None:
        before, after = self.taken
        parts = (name_removal(self.position.state, before), self.entered, name_removal(self.pushed, after))
        self.line.play_token(";".join(filter(None, parts)))
        self._begin_turn()


def _kept_at_first(state: GipfState) -> int:
    """The GIPF-pieces in rows that stay unless the player says otherwise: one's own, and others where rows cross."""
    crossed, seen = 0, 0
    for row in state.rows():
        crossed |= seen & row
        seen |= row
    return sum(bit for bit in each_bit(seen & state.gipfs) if bit & (state.own.pieces | crossed))
