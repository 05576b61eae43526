"""Games of two: their beginning, turns and end."""
