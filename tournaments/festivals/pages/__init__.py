"""The pages of a festival."""
