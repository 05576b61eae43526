"""Who wants to play as a guest, by a page or by the API."""

from __future__ import annotations

from play.core.services.guests import Visitor, name_guest

LONGEST_TOKEN = 64
"""What is sent as a guest's token is cut off behind so many characters: it is nobody's."""


def visitor_named(token: str, typed: str, address: str, device: str) -> Visitor:
    """By token ("" for none), name as it was typed, address, and the browser's id. Raises `PlayRefused`."""
    return Visitor(token[:LONGEST_TOKEN], name_guest(typed.strip()), address, device)
