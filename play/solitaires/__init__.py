"""Practice, hints, and the deal of the day."""
