"""How well rating systems predict the games of a list."""
