"""What pages and the API read of teams, ready to print."""
