"""Events, entries, rounds, pairings, standings."""
