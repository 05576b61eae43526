"""Scopes, and the append-only log of every act in them."""
