"""Who meets whom next, and why? A pure core: `CrossTable` in, `RoundPairings` out.

`system(key)` and `systems()` are the register: importing this package makes every system known.
"""

from __future__ import annotations

from tournaments.pairing import dutch as dutch  # registers its systems
from tournaments.pairing import knock_out as knock_out
from tournaments.pairing import league as league
from tournaments.pairing import round_robin as round_robin
from tournaments.pairing import scheveningen as scheveningen
from tournaments.pairing.api import SYSTEMS, PairingError, PairingSystem, RoundPairings

__all__ = ["PairingError", "PairingSystem", "RoundPairings", "system", "systems"]


def system(key: str, **options: object) -> PairingSystem:
    """The pairing system called `key`, made with the options it understands; KeyError if there is none."""
    return SYSTEMS[key](**options)


def systems() -> tuple[type[PairingSystem], ...]:
    """All pairing systems, in the order of their keys."""
    return tuple(SYSTEMS[key] for key in sorted(SYSTEMS))
