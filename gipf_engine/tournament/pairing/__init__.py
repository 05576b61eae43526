"""Who meets whom next, and why? `CrossTable` in, `RoundPairings` out.

`system(key)` and `systems()` look into the registry; a new system is one new module with a class under `@register`.
"""

from __future__ import annotations

from gipf_engine.tournament.pairing.base import SYSTEMS, PairingError, PairingSystem, RoundPairings

__all__ = ["PairingError", "PairingSystem", "RoundPairings", "system", "systems"]


def system(key: str, **options: object) -> PairingSystem:
    """The pairing system called `key`, made with the options it understands; KeyError if there is none."""
    return SYSTEMS[key](**options)


def systems() -> tuple[type[PairingSystem], ...]:
    """All pairing systems, those that are used most first."""
    return tuple(sorted(SYSTEMS.values(), key=lambda each: (each.place, each.key)))
