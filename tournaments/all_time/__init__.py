"""All-time tables of a club: games, points and events won, by player and game."""
