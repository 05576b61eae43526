"""Changing what waits for accounts, how they hear of it, and sending it."""
