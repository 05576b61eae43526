"""The endpoints of events, their entries, rounds and tables."""
