"""A clock as a JSON object and back: what a database keeps of a running game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gipf_engine.clocks.calendar import Calendar
from gipf_engine.clocks.clock import Clock, Side
from gipf_engine.clocks.controls import Budget, parse_control


def clock_to_json(clock: Clock) -> dict[str, Any]:
    """Everything of `clock` in numbers, texts and lists; times in milliseconds."""
    return {
        "control": str(clock.control),
        "sides": [_side_to_json(side) for side in clock.sides],
        "to_move": clock.to_move,
        "since": clock.since,
        "used": clock.used,
        "allowance": clock.allowance,
        "pauses": sorted(clock.pauses),
    }


def clock_from_json(stored: Mapping[str, Any]) -> Clock:
    """The clock that `clock_to_json` wrote."""
    first, second = (_side_from_json(side) for side in stored["sides"])
    return Clock(
        control=parse_control(stored["control"]),
        sides=(first, second),
        to_move=stored["to_move"],
        since=stored["since"],
        used=stored["used"],
        allowance=stored["allowance"],
        pauses=frozenset(stored["pauses"]),
    )


def _side_to_json(side: Side) -> dict[str, Any]:
    calendar = side.calendar
    return {
        "main": side.budget.main,
        "periods": side.budget.periods,
        "quota": side.quota,
        "weekdays": sorted(calendar.weekdays),
        "zone": calendar.zone,
        "vacations": [list(stretch) for stretch in calendar.vacations],
    }


def _side_from_json(stored: Mapping[str, Any]) -> Side:
    vacations = tuple((start, until) for start, until in stored["vacations"])
    calendar = Calendar(frozenset(stored["weekdays"]), stored["zone"], vacations)
    return Side(Budget(stored["main"], stored["periods"]), stored["quota"], calendar)
