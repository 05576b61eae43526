"""What changes studies."""
