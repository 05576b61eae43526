"""Pages of games against programs, and of house players of clubs."""
