"""The Dubov System, C.04.4.1 as of 1 February 2026: opponents' average ratings even out within each score.

Reading order: `players` (what it minds of a player), `engine` (bracket after bracket), `upfloaters` (who is taken up),
`subgroups` (who of a bracket meets whom), `system` (the registered class).
"""

from __future__ import annotations

from gipf_engine.tournament.pairing.dubov.system import Dubov

__all__ = ["Dubov"]
