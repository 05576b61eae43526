"""Laying out positions of games whose state is a table: what is put on the board comes from its pile, and goes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from gipf_engine.kit.position import KitPosition
from gipf_engine.kit.table import GONE, Table, TableDesk
from gipf_engine.rules.laying import TAKE, TAKE_WORDS, Laid, Laying, none_left

if TYPE_CHECKING:
    from gipf_engine.kit.rules import TableRules
    from gipf_engine.messages import Message
    from gipf_engine.rules.base import Position


class TableLaying(Laying["Position"]):
    """`piles`: for each piece its name, and where it comes from, the likeliest first; it goes back to the first.

    `leaves`: what takes a point off the board and back, where the game has such.
    """

    def __init__(
        self, rules: TableRules, piles: Mapping[str, tuple[Message, Sequence[str]]], leaves: Laid | None = None
    ) -> None:
        self._rules, self._piles, self._leaves = rules, piles, leaves

    @property
    def choices(self) -> Sequence[Laid]:
        """See `Laying`."""
        pieces = [Laid(piece, words) for piece, (words, _piles) in self._piles.items()]
        return [*pieces, *([self._leaves] if self._leaves else []), Laid(TAKE, TAKE_WORDS)]

    def empty(self) -> Position:
        """See `Laying`."""
        return self._rules.start()

    def put(self, position: Position, point: str, key: str) -> Position:
        """See `Laying`."""
        table = cast("KitPosition[Table]", position).state
        desk, there = TableDesk(table), table[point]
        if there == GONE:
            desk.points[table.equipment.board.index[point]] = ""
        for piece in desk.take(point) if there != GONE else "":
            desk.put_on_pile(self._piles[piece][1][0], piece)
        if self._leaves is not None and key == self._leaves.key:
            if there != GONE:
                desk.remove_point(point)
        elif key != TAKE and there != key:
            self._bring(desk, point, key)
        laid = Table(table.equipment, tuple(desk.points), tuple(desk.piles), table.mover)
        return self._rules.position(laid.text())

    def _bring(self, desk: TableDesk, point: str, piece: str) -> None:
        words, piles = self._piles[piece]
        for pile in piles:
            try:
                desk.take_from_pile(pile, piece)
            except ValueError:
                continue
            return desk.put(point, piece)
        raise none_left(words)
