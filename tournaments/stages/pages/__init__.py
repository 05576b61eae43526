"""The pages of events in stages."""
