"""Arenas: joining, pausing, leaving; pairing whoever is free; the end by the clock."""
