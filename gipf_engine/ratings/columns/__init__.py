"""Periods rated as columns of numbers (`state`), loaded where a long list is rated: they need numpy."""
