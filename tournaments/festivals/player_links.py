"""Links of players for a whole festival: what they say, and how they are signed.

A link says whose it is, and how many links of that player were revoked before it. Nothing is stored of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.core.signed_links import is_signed, signature_of

PLAYER_LINK = "festival-player-link"
_TOKEN = re.compile(
    r"(?P<festival>[1-9][0-9]{0,17})-(?P<person>[1-9][0-9]{0,17})-(?P<number>0|[1-9][0-9]{0,5})"
    r"-(?P<signature>[\w-]{20,64})"
)


@dataclass(frozen=True, slots=True)
class PlayerLink:
    """What a signed token says: the festival and the player (ids), and the number of the link, from 0."""

    festival: int
    person: int
    number: int


def make_player_token(link: PlayerLink) -> str:
    """The token of a link."""
    return f"{link.festival}-{link.person}-{link.number}-{signature_of(PLAYER_LINK, _content(link))}"


def read_player_token(token: str) -> PlayerLink | None:
    """What a token says; None for one that the server did not make."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        return None
    link = PlayerLink(int(found["festival"]), int(found["person"]), int(found["number"]))
    return link if is_signed(PLAYER_LINK, _content(link), found["signature"]) else None


def _content(link: PlayerLink) -> str:
    return f"{link.festival}/{link.person}/{link.number}"
