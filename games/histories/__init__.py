"""Games of before, imported for ratings."""
