"""Rating pools, rating lists, recompute."""
