"""The standings of a circuit as files: CSV for spreadsheets, JSON for programs."""

from __future__ import annotations

from typing import Any

from common.csv import Cell, to_csv
from gipf_engine.tournament.circuits import HUNDREDTHS, Result
from tournaments.circuits.queries import CircuitTable
from tournaments.models import Circuit


def decimal(points: int) -> str:
    """Hundredths with two digits behind the point, as programs read them."""
    return f"{points // HUNDREDTHS}.{points % HUNDREDTHS:02}"


def standings_csv(circuit: Circuit, table: CircuitTable) -> str:
    """A row for each player and a column for each event; results that do not count are in square brackets."""
    heads: list[Cell] = ["rank", "name", "points", *(stop.event.name for stop in table.columns), "final"]
    lines: list[list[Cell]] = [heads]
    final = "yes" if table.is_final else "no"
    for line in table.lines:
        cells: list[Cell] = []
        for cell in line.cells:
            text = "" if cell is None else decimal(cell.result.points)
            cells.append(f"[{text}]" if cell is not None and cell.is_dropped else text)
        lines.append([line.row.rank, line.name, decimal(line.row.points), *cells, final])
    return to_csv(lines)


def standings_values(table: CircuitTable) -> list[dict[str, Any]]:
    """A value for each player, as the API and the file have it."""
    return [
        {
            "rank": line.row.rank,
            "player": {"id": line.person, "name": line.name},
            "points": decimal(line.row.points),
            "counted": [_result(table, result) for result in line.row.counted],
            "dropped": [_result(table, result) for result in line.row.dropped],
            "decided_by": line.row.decided_by.value if line.row.decided_by is not None else "",
        }
        for line in table.lines
    ]


def _result(table: CircuitTable, result: Result) -> dict[str, Any]:
    return {
        "event": table.stops[result.event].event.pk,
        "rank": result.rank,
        "sharers": result.sharers,
        "points": decimal(result.points),
        "weight": result.weight,
    }


def standings_json(circuit: Circuit, table: CircuitTable) -> dict[str, Any]:
    """The whole table with what it goes by."""
    return {
        "circuit": {"id": circuit.pk, "name": circuit.name, "club": circuit.club.slug},
        "is_final": table.is_final,
        "events": [
            {"id": stop.event.pk, "name": stop.event.name, "state": stop.event.state, "weight": stop.weight}
            for stop in table.stops
        ],
        "standings": standings_values(table),
    }
