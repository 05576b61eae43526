"""Clubs that come from another server with their people."""
