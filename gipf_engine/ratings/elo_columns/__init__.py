"""Elo by columns of numbers (`rating`), loaded where a long list is rated: it needs numpy."""
