"""Erasing people, and what an export of one's own data holds."""
