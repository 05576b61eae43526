"""The FIDE Swiss Team Pairing System, C.04.6 as of 1 February 2026: exact, and explained by article.

Reading order: `state` (what a team brings), `teams_left` (who may meet), `upfloaters` and `brackets` (the two choices
of each bracket; `assignment` helps), `engine` (bye and brackets), `colours`, `reasons`, `system` (the class).
"""

from __future__ import annotations

from gipf_engine.tournament.pairing.team_swiss.system import TeamSwiss

__all__ = ["TeamSwiss"]
