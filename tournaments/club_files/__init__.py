"""A whole club as one file, for another server (docs/club-files.md)."""
