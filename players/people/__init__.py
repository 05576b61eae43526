"""People: names, searching, merging."""
