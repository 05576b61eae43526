"""Rounds: pairing, drafts, pairing by hand, exclusions, set-ups."""
