"""Move-by-move records, one or a file of many."""
