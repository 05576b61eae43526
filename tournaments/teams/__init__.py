"""Events of teams: teams and rosters, line-ups and matches, their tables."""
