"""What an event can still become, and what its results say: rounds needed, who can still win, performance."""
