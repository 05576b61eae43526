"""Which team stands where, and why? `rank_teams(table, codes)` and `explain_team(table, codes, number)`.

Codes are those of C.07: "MPVGP", "EDE", "BH", "BH:GP/C1", "EMGSB", "SSSC". `team_tie_break(code)` and
`team_tie_breaks()` are the register.
"""

from __future__ import annotations

from gipf_engine.tournament.teams.standings.base import TeamScores, TeamTieBreak
from gipf_engine.tournament.teams.standings.ranking import (
    explain_team,
    rank_teams,
    team_tie_break,
    team_tie_breaks,
)

__all__ = ["TeamScores", "TeamTieBreak", "explain_team", "rank_teams", "team_tie_break", "team_tie_breaks"]
