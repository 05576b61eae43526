"""The endpoints of events in stages."""
