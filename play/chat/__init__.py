"""What players write to each other, and reports of it."""
