"""Roles that accounts are given and offered."""
