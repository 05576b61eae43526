"""Circuits: the standings of players over several events of a club."""
