"""The analysis board: any position, turns of both sides, who is better, and how it goes on."""
