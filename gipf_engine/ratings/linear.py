"""Small matrices, as lists of rows."""

from __future__ import annotations

from collections.abc import Sequence

Matrix = Sequence[Sequence[float]]


def invert(matrix: Matrix) -> list[list[float]]:
    """The inverse, by Gauss and Jordan with the largest pivot. Raises ZeroDivisionError where there is none."""
    size = len(matrix)
    rows = [[*row, *(float(place == at) for at in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        best = max(range(place, size), key=lambda at: abs(rows[at][place]))
        rows[place], rows[best] = rows[best], rows[place]
        pivot = rows[place][place]
        rows[place] = [number / pivot for number in rows[place]]
        for at in range(size):
            if at != place:
                factor = rows[at][place]
                rows[at] = [one - factor * two for one, two in zip(rows[at], rows[place], strict=True)]
    return [row[size:] for row in rows]


def multiply(one: Matrix, two: Matrix) -> list[list[float]]:
    """The product of two matrices."""
    columns = list(zip(*two, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in one]
