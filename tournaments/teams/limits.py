"""How much an event of teams holds."""

from __future__ import annotations

MOST_TEAMS = 500
