"""Numbers of a list that its own games propose."""
