"""Requests to join a club, by people without an account."""
