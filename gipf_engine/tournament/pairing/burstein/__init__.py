"""The Burstein System, C.04.4.2 as of 1 February 2026: those whose opponents did best meet those whose did worst.

Reading order: `opposition` (the Index), `engine` (seeding rounds, then bracket after bracket), `candidates` and `exact`
(the two ways to pair a bracket), `system` (the registered class).
"""

from __future__ import annotations

from gipf_engine.tournament.pairing.burstein.system import Burstein

__all__ = ["Burstein"]
