"""Challenges and the lobby; the next game of two who have played."""
