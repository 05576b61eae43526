"""Pages of solitaires."""
