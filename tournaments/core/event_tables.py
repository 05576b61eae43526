"""Tables of an event as CSV: who made them, of what, and whether they are final."""

from __future__ import annotations

from common.csv import Cell, to_csv
from tournaments.models import Event

FORMAT_VERSION = 1
TENTHS = 10


def decimal(tenths: int) -> str:
    """Tenths of a point as a plain decimal number: "4.5"."""
    return f"{tenths / TENTHS:g}"


def write_table(event: Event, lines: list[list[Cell]], is_final: bool | None = None) -> str:
    """A table with what every file says of an event: whether it follows standard rules and, of places, is final."""
    notices = {"standard_rules": event.follows_rules} | ({} if is_final is None else {"final": is_final})
    values: list[Cell] = ["yes" if value else "no" for value in notices.values()]
    return to_csv([*line, *(values if at else notices)] for at, line in enumerate(lines))
