"""Reading: what can be chosen, and how players did in each game of a medley."""
