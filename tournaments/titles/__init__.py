"""Titles that a club gives by its own rules: candidates, awards, withdrawals."""
