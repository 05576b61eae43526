"""The formats that an event can have: today the pairing systems of the register."""

from __future__ import annotations

from functools import cache

from tournaments.models import Event
from tournaments.pairing import PairingSystem, system, systems

MOST_ROUNDS = 50


@cache
def format_of(key: str) -> PairingSystem:
    """The pairing system behind a format's key; KeyError if there is none."""
    return system(key)


def formats() -> tuple[type[PairingSystem], ...]:
    """All formats, for lists to choose from."""
    return systems()


def is_predetermined(key: str) -> bool:
    """Whether all pairings of the format are known before round 1, so that nobody can join or be exchanged later."""
    return not format_of(key).needs_results


def rounds_of(event: Event, entrants: int) -> int:
    """How many rounds the event has with so many entrants: what the format says, else what was announced."""
    fixed = format_of(event.format).rounds(entrants)
    return fixed if fixed is not None else event.rounds_planned or 0
