"""Reads, as rows ready to print."""
