"""One game: its page and its endpoints."""
