"""Who plays: an account, or a guest, who has none. Everything that a player does is done by one of the two."""

from __future__ import annotations

from games.core.permissions import seat_of
from games.models import COLOURS, Game
from play.models import Guest
from players.identity import person_of
from players.models import Account, Person

Player = Account | Guest


def account_of_player(player: Player | None) -> Account | None:
    """The account that the journal notes; None for a guest."""
    return player if isinstance(player, Account) else None


def person_of_player(player: Player | None) -> Person | None:
    """Who sits where this player sits; None for an account that belongs to nobody."""
    if isinstance(player, Guest):
        return player.person
    return person_of(player) if player is not None else None


def seat_of_player(game: Game, player: Player | None) -> int | None:
    """The seat of a player, 0 for White; None for whoever does not play this game."""
    if isinstance(player, Guest):
        seats = (game.white_id, game.black_id)
        return seats.index(player.person_id) if player.person_id in seats else None
    seat = seat_of(game, player)
    return None if seat is None else COLOURS.index(seat.value)
