"""The rules of the games, as pages."""
