"""The doors of events, their entries, rounds and tables."""
