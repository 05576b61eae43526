"""Arenas: joining, pausing, leaving; pairing who is free; the end by the clock."""
