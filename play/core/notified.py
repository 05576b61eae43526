"""The kinds of things of this app that accounts are notified of: a service names one, a source finds who is told."""

from __future__ import annotations

CHALLENGE, TURN, MESSAGE, FOLLOWED = "challenge", "turn", "message", "followed"
