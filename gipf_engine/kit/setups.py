"""Set-ups as a letter for each point, and stacks that are laid out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from gipf_engine.kit.laying import TableLaying
from gipf_engine.kit.table import Table, TableDesk
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.laying import TAKE, Laid

if TYPE_CHECKING:
    from gipf_engine.kit.position import KitPosition
    from gipf_engine.kit.rules import TableRules
    from gipf_engine.rules.base import Position

_TAKE_TOP = Laid(TAKE, Message(_("Take the top piece")))


def lay_letters(start: Table, setup: str) -> Table:
    """All pieces of a table on its board, as many as it has points, in their order. Raises `BadSetup`."""
    names = start.equipment.board.names
    if not setup:
        words = {"wanted": len(names), "first": names[0], "last": names[-1]}
        raise BadSetup(
            Message(_("a set-up is needed: %(wanted)s letters, one for each point from %(first)s to %(last)s"), words)
        )
    if len(setup) != len(names):
        words = {"wanted": len(names), "count": len(setup)}
        raise BadSetup(Message(_("a set-up has %(wanted)s letters; this one has %(count)s"), words))
    found = Counter(setup)
    for piece, wanted in sorted(start.count_pieces().items()):
        if found[piece] != wanted:
            words = {"piece": piece, "wanted": wanted, "count": found[piece]}
            raise BadSetup(Message(_("there must be %(wanted)s of %(piece)s, not %(count)s"), words))
    return Table(start.equipment, tuple(setup), ((),) * len(start.piles))


class StackLaying(TableLaying):
    """A piece is put on top of what stands on a point. `bare`: the table without any piece on its board."""

    def __init__(self, rules: TableRules, piles: Mapping[str, tuple[Message, Sequence[str]]], bare: Table) -> None:
        super().__init__(rules, piles)
        self._bare = bare

    @property
    def choices(self) -> Sequence[Laid]:
        """See `Laying`."""
        return [*super().choices[:-1], _TAKE_TOP]

    def empty(self) -> Position:
        """See `Laying`."""
        return self._rules.position(self._bare.text())

    def put(self, position: Position, point: str, key: str) -> Position:
        """See `Laying`."""
        table = cast("KitPosition[Table]", position).state
        desk, there = TableDesk(table), table[point]
        if key != TAKE:
            self._bring(desk, point, key)
        elif there:
            desk.put_on_pile(self._piles[there[-1]][1][0], desk.take(point, there[-1]))
        return self._rules.position(Table(table.equipment, tuple(desk.points), tuple(desk.piles), table.mover).text())
