"""The FIDE (Dutch) System, C.04.3 as of 1 February 2026: exact, explained, and quick in large fields.

Reading order: `swiss.player_state` (what a player brings), `swiss.pairing_field` (who may meet whom), `engine` (bracket
after bracket), `candidates` and `exact` (the two ways to pair a bracket), `swiss.board_order` (colours and boards),
`system` (the registered class). `reasons` and `whynot` explain, `messages` says it; `criteria` judges any
pairing by the letter of the rules. docs/swiss.md tells how it works and what it is exact to.
"""

from __future__ import annotations

from gipf_engine.tournament.pairing.dutch.system import Dutch

__all__ = ["Dutch"]
