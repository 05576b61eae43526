"""Lists recomputed from the games that count."""
