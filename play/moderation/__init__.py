"""Reports and sanctions, for moderators."""
