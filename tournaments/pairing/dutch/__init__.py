"""The FIDE (Dutch) System, C.04.3 as of 1 February 2026: exact, explained, and quick in large fields.

Reading order: `players` (what a player brings), `field` (who may meet whom), `engine` (bracket after
bracket), `candidates` and `exact` (the two ways to pair a bracket), `system` (the registered class).
"""

from __future__ import annotations

from tournaments.pairing.dutch.system import Dutch

__all__ = ["Dutch"]
