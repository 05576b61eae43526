"""Endpoints, and the pages of acts, a module each for what they are about."""
