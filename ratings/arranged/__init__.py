"""Which games that players arranged count."""
