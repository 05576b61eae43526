"""Studies: trees of turns that people write about games and positions."""
