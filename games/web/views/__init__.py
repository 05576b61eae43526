"""Pages of games: thin faces over `games.queries` and `games.services`."""
