"""From what was written to the turn that is meant: the legal turns are listed, and those that it may mean are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.gipf.notation import PieceEntry, Removal, read
from gipf_engine.messages import Message
from gipf_engine.rules.errors import AmbiguousMove, IllegalMove
from testing.reference.gipf_board import Board, Spots, entries, removal_sets, without
from testing.reference.gipf_position import COLOURS

if TYPE_CHECKING:
    from testing.reference.gipf import ReferenceGipf, Turn


def resolve(position: ReferenceGipf, token: str) -> Turn:
    """The turn that `token` means. Raises NotAMove, IllegalMove where there is none, AmbiguousMove for several."""
    written, board = read(token), position.position_data.board
    meant = [
        turn
        for turn in position.legal_moves()
        if _removes(position, written.before, board, turn.before)
        and _enters(position, written.entry, without(board, turn.before), turn)
        and (not turn.entry or _removes(position, written.after, position.pushed(turn), turn.after))
        and (turn.entry or written.after is None)
    ]
    if not meant:
        raise IllegalMove(Message("no legal turn is written so"), token)
    if len(meant) > 1:
        raise AmbiguousMove(Message("more than one legal turn is written so"), token)
    return meant[0]


def _removes(position: ReferenceGipf, written: Removal | None, board: Board, taken: Spots) -> bool:
    """Whether a written removal, or none, means `taken` on this board."""
    if written is None:
        return not taken
    if not written.marks:
        return taken == _only_removal(position, board)
    true = {mark.spot: mark for mark in position.marks(board, taken)}
    return written.spots == taken and all(
        mark.gipf <= true[mark.spot].gipf and mark.enemy <= true[mark.spot].enemy for mark in written.marks
    )


def _only_removal(position: ReferenceGipf, board: Board) -> Spots | None:
    """What a bare `x` means on this board; None where there is nothing to take. Raises AmbiguousMove."""
    some = (
        taken
        for taken in removal_sets(board, COLOURS[position.position_data.turn], position.rules.crossing_row_may_stay)
        if taken
    )
    only = next(some, None)
    if next(some, None) is not None:
        raise AmbiguousMove(Message("more than one removal is possible here"), "x")
    return only


def _enters(position: ReferenceGipf, written: PieceEntry | None, board: Board, turn: Turn) -> bool:
    """Whether a written entry, or none, means that of `turn`."""
    if written is None or not turn.entry:
        return written is None and not turn.entry
    if written.gipf != turn.gipf or written.seat not in (None, position.position_data.turn):
        return False
    point = written.point if written.end is None else f"{written.point}-{written.end}"
    return point == turn.entry or point in {f"{way.dot}-{way.spots[0]}" for way in entries(board)[turn.entry]}
