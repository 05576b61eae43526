"""Pages of games: thin views over `games.queries` and `games.services`."""
