"""How often somebody may let a list be replayed."""

from __future__ import annotations

from players.core.rate_limit import Allowance

SUPPOSED = Allowance("rating-what-if", tries=30, seconds=60)
"""Supposed results, by account."""
