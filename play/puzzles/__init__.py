"""Puzzles: which one comes next, solving them, and ratings of solvers and puzzles."""
