"""Where a game is played on this server. The app that has the boards says so here; games know no boards."""

from __future__ import annotations

from collections.abc import Callable

AddressOf = Callable[[int], str]
"""The address of the board on which a game, by its id, is played."""

_addresses: list[AddressOf] = []


def register(address_of: AddressOf) -> AddressOf:
    """Decorator: this function knows the boards."""
    _addresses.append(address_of)
    return address_of


def board_address(game_id: int) -> str:
    """The address of the board of an online game; "" where no app has one."""
    return next((address_of(game_id) for address_of in _addresses), "")
