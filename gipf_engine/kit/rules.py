"""What a game on the kit derives from. docs/kit.md tells how one is written."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from gipf_engine.kit.choices import Choice, Made, S
from gipf_engine.kit.game import Game
from gipf_engine.kit.position import KitPosition
from gipf_engine.kit.table import Table, read_table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.laying import position_in
from gipf_engine.rules.score import Score, ScoreLine, first_difference


class GameRules(Game[S]):
    """Rules of a game with a state of its own."""

    @abstractmethod
    def begin(self, setup: str, handicap: str) -> S:
        """The state before the first turn. Raises `BadSetup`."""

    def start(self, setup: str = "", handicap: str = "") -> KitPosition[S]:
        """See `Rules`. A set-up may be a position (`gipf_engine.rules.laying.as_setup`), which has no handicap."""
        text = position_in(setup)
        if not text:
            return KitPosition(self, self.begin(setup, handicap))
        if handicap:
            raise BadSetup(Message(_("a game from a position has no handicap")))
        return self.position(text)

    def position(self, text: str) -> KitPosition[S]:
        """See `Rules`."""
        return KitPosition(self, self.read(text))


class TableRules(GameRules[Table]):
    """Rules of a game whose state is a `Table`: what a turn does follows from its effects."""

    counted: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """What a score counts: for each key of `score_names` the name of each seat's pile and the piece there ("" any)."""
    compared: ClassVar[tuple[str, ...]] = ()
    """Which of them say who is ahead, what counts first first."""
    memos: ClassVar[frozenset[str]] = frozenset({""})
    """What a table may have to remember."""

    def begin(self, setup: str, handicap: str) -> Table:
        """The empty board."""
        if setup or handicap:
            raise BadSetup(Message(_("this game has neither set-ups nor handicaps")))
        return self.equipment.start

    def mover(self, state: Table) -> int:
        """See `Game`."""
        return state.mover

    def after(self, state: Table, choice: Choice) -> Table:
        """See `Game`."""
        return state.apply(self.effects(state, choice))

    def finish(self, state: Table, made: Made) -> Table:
        """See `Game`."""
        closing = self.closing(state, made)
        return self.next_turn(state.apply(closing) if closing else state, made)

    def next_turn(self, state: Table, made: Made) -> Table:
        """The table with the next player to move, and what he must know of this turn as its memo."""
        return state.turn_over(1 - state.mover)

    def other_to_move(self, state: Table) -> Table | None:
        """See `Game`."""
        return state.turn_over(1 - state.mover)

    def table(self, state: Table) -> Table:
        """See `Game`."""
        return state

    def read(self, text: str) -> Table:
        """See `Game`."""
        table = read_table(self.equipment, text)
        self.check(table)
        return table

    def check(self, table: Table) -> None:
        """Raise `BadSetup` for a table that cannot be: here, where pieces are missing or too many, or lie on others.

        Games in which pieces are stacked, or do not all come into play, override it.
        """
        for point, stack in zip(table.equipment.board.names, table.points, strict=True):
            if len(stack) > 1:
                raise stack_cannot_be(stack, point)
        self.check_counts(table)

    def check_counts(self, table: Table) -> None:
        """Raise `BadSetup` where a memo has no meaning, or pieces are missing or too many."""
        if table.memo not in self.memos:
            raise BadSetup(Message(_("%(memo)s has no meaning in this game"), {"memo": table.memo[:20]}))
        found, wanted = table.count_pieces(), self.equipment.start.count_pieces()
        for piece in sorted(wanted):
            if found[piece] != wanted[piece]:
                words = {"piece": piece, "wanted": wanted[piece], "count": found[piece]}
                raise BadSetup(Message(_("there must be %(wanted)s of %(piece)s, not %(count)s"), words))

    def score(self, position: Position) -> Score | None:
        """What lies on the piles that are `counted`."""
        if not self.counted or not isinstance(position, KitPosition):
            return None
        table = position.state
        lines = [
            ScoreLine(key, (_count(table, name, 0, piece), _count(table, name, 1, piece)))
            for key, (name, piece) in self.counted.items()
        ]
        counts = {line.key: line.counts for line in lines}
        return Score(tuple(lines), *first_difference((key, counts[key]) for key in self.compared))


def stack_cannot_be(stack: str, point: str) -> BadSetup:
    """Why a table with these pieces on a point is refused."""
    return BadSetup(Message(_("%(stack)s cannot be on %(spot)s"), {"stack": stack[:20], "spot": point}))


def _count(table: Table, name: str, seat: int, piece: str) -> int:
    held = table.pile(name, seat)
    return held.count(piece) if piece else len(held)
