"""The server's own signature: its keys, and what it signs with them."""
