"""What forms of games on the server offer to who has chosen nothing yet."""

from __future__ import annotations

DEFAULT_RULES = "gipf-basic"
"""The game that the others come from, whichever is listed first."""
