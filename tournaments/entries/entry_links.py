"""Links of players in an event, as their cards carry them: what they say, and how they are signed."""

from __future__ import annotations

import re

from tournaments.core.signed_links import is_signed, signature_of

ENTRY_LINK = "entry-link"
_TOKEN = re.compile(r"(?P<entry>[1-9][0-9]{0,17})-(?P<signature>[\w-]{20,64})")


def make_entry_token(entry_id: int, person_id: int) -> str:
    """The token of an entry whose member is this person."""
    return f"{entry_id}-{signature_of(ENTRY_LINK, f'{entry_id}/{person_id}')}"


def entry_of_token(token: str) -> int | None:
    """The entry (id) that a token names, unproved; None for what is no token."""
    found = _TOKEN.fullmatch(token)
    return int(found["entry"]) if found else None


def is_token_of(token: str, entry_id: int, person_id: int) -> bool:
    """Whether the server made this token for an entry and its member."""
    found = _TOKEN.fullmatch(token)
    return found is not None and is_signed(ENTRY_LINK, f"{entry_id}/{person_id}", found["signature"])
