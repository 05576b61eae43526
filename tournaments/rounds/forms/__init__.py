"""What pages ask."""
