"""The journal of an event: what was done, by whom, when."""
