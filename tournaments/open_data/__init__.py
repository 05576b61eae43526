"""The public games of each month as open data, for research."""
