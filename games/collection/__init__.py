"""All public games: search, export, archives."""
