"""The points of a board as numbers, and how rotations and reflections move them."""

from __future__ import annotations

from gipf_engine.kit.board import Board
from gipf_engine.kit.position import KitPosition
from gipf_engine.rules.base import Position


def points_of(position: Position) -> tuple[str, ...]:
    """The points of the board in the order of their numbers. ValueError for a game without such a board."""
    return _board_of(position).names


def symmetries_of(position: Position) -> list[list[int]]:
    """Each symmetry of the board, as the number of the point to which each point goes; that which moves none is there.

    ValueError for a game without a hexagonal board.
    """
    board = _board_of(position)
    return [[board.index[image[name]] for name in board.names] for image in board.symmetries.images]


def stacks_of(position: Position) -> tuple[str, ...]:
    """What stands on each point, bottom to top, a letter a piece; "" for an empty one. ValueError as above."""
    if not isinstance(position, KitPosition):
        raise ValueError(f"{position.rules.key} is not played on a hexagonal board")
    points: tuple[str, ...] = position.rules.table(position.state).points
    return points


def _board_of(position: Position) -> Board:
    if not isinstance(position, KitPosition):
        raise ValueError(f"{position.rules.key} is not played on a hexagonal board")
    board: Board = position.rules.table(position.state).equipment.board
    return board
