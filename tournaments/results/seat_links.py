"""Links by which the one who sits at a board reports its result without an account: what they say, and how they are
signed.

A link says which seat of which game it is of, and how many links of that seat were revoked before it. It is signed
together with the ids of both players, so where one of them changes it is dead. Nothing is stored of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from tournaments.core.signed_links import is_signed, signature_of

SEAT_LINK = "seat-link"
WHITE, BLACK = "white", "black"
SEATS = (WHITE, BLACK)
_TOKEN = re.compile(
    r"(?P<game>[1-9][0-9]{0,17})-(?P<seat>[wb])(?P<number>0|[1-9][0-9]{0,5})-(?P<signature>[\w-]{20,64})"
)
_SEAT_OF = {seat[0]: seat for seat in SEATS}


class HasPlayers(Protocol):
    """A game with the ids of its players, as they were entered."""

    @property
    def pk(self) -> int: ...
    @property
    def white_id(self) -> int: ...
    @property
    def black_id(self) -> int: ...


@dataclass(frozen=True, slots=True)
class SeatLink:
    """What a token says: the seat (`WHITE` or `BLACK`) of a game (id), and the number of its link, from 0."""

    game: int
    seat: str
    number: int
    signature: str

    def is_signed_for(self, game: HasPlayers) -> bool:
        """Whether the server signed it for this game and those who play it now."""
        content = _content(game, self.seat, self.number)
        return self.game == game.pk and is_signed(SEAT_LINK, content, self.signature)


def make_token(game: HasPlayers, seat: str, number: int) -> str:
    """The token of the link `number` of a seat."""
    return f"{game.pk}-{seat[0]}{number}-{signature_of(SEAT_LINK, _content(game, seat, number))}"


def parse_token(token: str) -> SeatLink | None:
    """What a token says, unproved; None for what is none."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        return None
    return SeatLink(int(found["game"]), _SEAT_OF[found["seat"]], int(found["number"]), found["signature"])


def _content(game: HasPlayers, seat: str, number: int) -> str:
    return f"{game.pk}/{seat}/{number}/{game.white_id}/{game.black_id}"
