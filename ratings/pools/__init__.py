"""Which lists there are, by which systems, and when they were recomputed."""
