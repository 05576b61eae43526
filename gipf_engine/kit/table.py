"""What lies on the table: pieces on a board, piles beside it, and whose turn it is. It never changes.

A piece is a letter; what stands on a point is a string of them, bottom to top. A pile holds pieces or whole stacks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gipf_engine.kit.board import Board
from gipf_engine.kit.effects import Effect
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Pool, Stack
from gipf_engine.rules.errors import BadSetup

GONE = "-"
"""Stands on a point that has left the board."""
SEATS = "wb"
_LONGEST = 1000
_CELL = re.compile(r"\.|-|[A-Za-z]|\([A-Za-z]{2,}\)")
_HELD = re.compile(r"([A-Za-z]+)([0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class Pile:
    """A place beside the board. `holds`: its pieces at the start by letter. `seat`: whose it is; None for no one's.

    `whole`: stacks stay together there; otherwise what comes in is counted piece by piece. `alike`: which pieces lie
    there says nothing, only how many.
    """

    name: str
    seat: int | None = None
    holds: Mapping[str, int] = field(default_factory=dict, hash=False)
    whole: bool = False
    alike: bool = True

    @property
    def key(self) -> str:
        """How effects call it: `markers`, `captured.0`."""
        return self.name if self.seat is None else f"{self.name}.{self.seat}"


class Equipment:
    """What a game is played with: the board, the piles in the order in which texts list them, and all pieces.

    `sides`: pieces that are another's other side, to the letter under which both are counted.
    """

    def __init__(
        self, board: Board, piles: Sequence[Pile], *, pieces: str, sides: Mapping[str, str] | None = None
    ) -> None:
        self.board = board
        self.piles = tuple(piles)
        self.pieces = pieces
        self.sides = dict(sides or {})
        self.pile_index = {pile.key: number for number, pile in enumerate(self.piles)}

    @cached_property
    def start(self) -> Table:
        """The empty board, all pieces on their piles, seat 0 to move."""
        held = tuple(tuple(sorted(Counter(dict(pile.holds)).elements())) for pile in self.piles)
        return Table(self, ("",) * len(self.board), held)

    def kind(self, piece: str) -> str:
        """The letter under which a piece is counted."""
        return self.sides.get(piece, piece)


class Table:
    """A board with pieces on it and piles beside it.

    `points`: what stands on each point by index, `GONE` where the point has left the board. `piles`: what lies on each
    pile, sorted. `memo`: what else a game must remember from turn to turn, a word without blanks.
    """

    __slots__ = ("_masks", "equipment", "memo", "mover", "piles", "points")

    def __init__(
        self,
        equipment: Equipment,
        points: tuple[str, ...],
        piles: tuple[tuple[str, ...], ...],
        mover: int = 0,
        memo: str = "",
    ) -> None:
        self.equipment = equipment
        self.points = points
        self.piles = piles
        self.mover = mover
        self.memo = memo
        self._masks: dict[str, int] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self._table_values() == other._table_values() and self.equipment is other.equipment

    def __hash__(self) -> int:
        return hash(self._table_values())

    def __getitem__(self, point: str) -> str:
        """What stands on a point, bottom to top; `GONE` where it has left the board."""
        return self.points[self.equipment.board.index[point]]

    def pile(self, name: str, seat: int | None = None) -> tuple[str, ...]:
        """What lies on a pile."""
        return self.piles[self.equipment.pile_index[name if seat is None else f"{name}.{seat}"]]

    def mask(self, stack: str) -> int:
        """The points on which just this stands, as bits: "" for the empty ones, `GONE` for those that have left."""
        if self._masks is None:
            masks: dict[str, int] = {}
            for bit, there in zip(self.equipment.board.bit.values(), self.points, strict=True):
                masks[there] = masks.get(there, 0) | bit
            self._masks = masks
        return self._masks.get(stack, 0)

    def apply(self, effects: Iterable[Effect]) -> Table:
        """The table after some effects, the same seat to move."""
        desk = TableDesk(self)
        for effect in effects:
            effect.happen(desk)
        return Table(self.equipment, tuple(desk.points), tuple(desk.piles), self.mover, self.memo)

    def turn_over(self, mover: int, memo: str = "") -> Table:
        """This table with `mover` to move."""
        return Table(self.equipment, self.points, self.piles, mover, memo)

    # --- as text, as everybody sees it ---------------------------------------------------------------------

    def text(self) -> str:
        """The columns (`.` empty, `-` no point, stacks in brackets), who moves, the piles, the memo if there is one."""
        board = "/".join("".join(_write_cell(self[name]) for name in column) for column in self.equipment.board.columns)
        words = [board, SEATS[self.mover], *map(_write_pile, self.piles)]
        return " ".join([*words, self.memo] if self.memo else words)

    def spots(self) -> dict[str, Stack]:
        """Every point that the board has now and pieces stay on, and what stands there."""
        board = self.equipment.board
        return {
            name: tuple(there)
            for name, there in zip(board.names, self.points, strict=True)
            if there != GONE and name not in board.rim
        }

    def pools(self) -> tuple[Pool, ...]:
        """The piles: how many where all pieces are alike, else what lies there."""
        return tuple(
            Pool(pile.name, pile.seat, len(held) if pile.alike else tuple(map(tuple, held)))
            for pile, held in zip(self.equipment.piles, self.piles, strict=True)
        )

    def count_pieces(self) -> Counter[str]:
        """All pieces on the board and beside it, by the letter under which they are counted."""
        kind = self.equipment.kind
        everything = [*self.points, *(stack for pile in self.piles for stack in pile)]
        return Counter(kind(piece) for stack in everything if stack != GONE for piece in stack)

    def _table_values(self) -> tuple[object, ...]:
        return self.points, self.piles, self.mover, self.memo


class TableDesk:
    """A table on which effects happen."""

    def __init__(self, table: Table) -> None:
        self._equipment = table.equipment
        self._index = table.equipment.board.index
        self.points = list(table.points)
        self.piles = list(table.piles)

    def __getitem__(self, point: str) -> str:
        """What stands on a point now."""
        return self.points[self._index[point]]

    def take(self, point: str, pieces: str = "") -> str:
        """See `Desk`. ValueError where they are not there."""
        at = self._index[point]
        there = self.points[at]
        if not pieces:
            self.points[at] = ""
            return there
        before, found, behind = there.rpartition(pieces)
        if not found:
            raise ValueError(f"there is no {pieces} on {point}")
        self.points[at] = before + behind
        return pieces

    def put(self, point: str, pieces: str) -> None:
        """See `Desk`."""
        self.points[self._index[point]] += pieces

    def take_from_pile(self, pile: str, pieces: str) -> None:
        """See `Desk`. ValueError where they are not there."""
        number = self._equipment.pile_index[pile]
        left = list(self.piles[number])
        for each in self._units(number, pieces):
            left.remove(each)
        self.piles[number] = tuple(left)

    def put_on_pile(self, pile: str, pieces: str) -> None:
        """See `Desk`."""
        number = self._equipment.pile_index[pile]
        self.piles[number] = tuple(sorted([*self.piles[number], *self._units(number, pieces)]))

    def remove_point(self, point: str) -> None:
        """See `Desk`. ValueError where something stands there."""
        if self.points[self._index[point]]:
            raise ValueError(f"{point} is not empty")
        self.points[self._index[point]] = GONE

    def _units(self, number: int, pieces: str) -> Sequence[str]:
        """What is counted on a pile: the stack, or each of its pieces whatever side it shows."""
        return (pieces,) if self._equipment.piles[number].whole else [self._equipment.kind(each) for each in pieces]


# --- reading --------------------------------------------------------------------------------------------------


def read_table(equipment: Equipment, text: str) -> Table:
    """Read what `Table.text` writes. Raises `BadSetup`."""
    words = text.split(" ") if len(text) <= _LONGEST else []
    least = 2 + len(equipment.piles)
    if not least <= len(words) <= least + 1 or words[1] not in ("w", "b") or not text.isascii():
        raise BadSetup(
            Message(_("this is not a position: it needs board, player to move and the pieces beside the board"))
        )
    piles = tuple(map(_read_pile, words[2:least]))
    points = _read_board(equipment, words[0])
    strange = sorted({piece for stack in (*points, *sum(piles, ())) for piece in stack} - {*equipment.pieces, GONE})
    if strange:
        raise BadSetup(Message(_("the game has no piece %(piece)s"), {"piece": strange[0]}))
    return Table(equipment, points, piles, SEATS.index(words[1]), "".join(words[least:]))


def _read_board(equipment: Equipment, text: str) -> tuple[str, ...]:
    cells: dict[str, str] = {}
    columns = text.split("/")
    for wanted, column in zip(equipment.board.columns, columns, strict=False):
        found = _CELL.findall(column)
        if "".join(found) == column and len(found) == len(wanted):
            cells |= zip(wanted, (cell.strip("().") for cell in found), strict=True)
    if len(columns) != len(equipment.board.columns) or len(cells) != len(equipment.board):
        heights = [len(column) for column in equipment.board.columns]
        raise BadSetup(Message(_("the columns of the board have %(heights)s points"), {"heights": heights}))
    return tuple(cells[name] for name in equipment.board.names)


def _write_cell(stack: str) -> str:
    return stack if len(stack) == 1 else f"({stack})" if stack else "."


def _write_pile(held: Sequence[str]) -> str:
    """`W6,G8`: what lies there and how often; `-` for nothing."""
    return ",".join(f"{stack}{count}" for stack, count in sorted(Counter(held).items())) or "-"


def _read_pile(text: str) -> tuple[str, ...]:
    held: Counter[str] = Counter()
    for word in () if text == "-" else text.split(","):
        match = _HELD.fullmatch(word)
        if match is None:
            raise BadSetup(Message(_("%(pile)s does not describe the pieces beside the board"), {"pile": text[:40]}))
        held[match[1]] += int(match[2] or 1)
    return tuple(sorted(held.elements()))
