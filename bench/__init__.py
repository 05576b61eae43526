"""Measurements: each runs the same work by a peer or a plain version in the same run, and prints ratios."""
