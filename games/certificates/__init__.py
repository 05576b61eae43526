"""Certificates of final scores."""
