"""Festivals as rows ready to print."""
