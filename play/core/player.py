"""Who plays: an account, a guest, who has none, or a program of this server. One of them does all that players do."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.permissions import seat_of
from games.models import COLOURS, Game
from play.models import Guest
from players.identity import person_of
from players.models import Account, Person


@dataclass(frozen=True, slots=True)
class Program:
    """A program of this server at a seat: `person` is its name there, and says its level.

    One that is no guest is a house player of a club (`players.models.HousePlayer`).
    """

    person: Person

    @property
    def level(self) -> int:
        assert self.person.program_level is not None
        return self.person.program_level

    @property
    def is_house_player(self) -> bool:
        """Whether it plays for a club, and may be rated."""
        return not self.person.is_guest


Player = Account | Guest | Program


def program_at(game: Game, seat: int) -> Program | None:
    """The program that sits there; None for a person. Without a query, for games that were read with their players."""
    person = game.white if seat == 0 else game.black
    return Program(person) if person.program_level is not None else None


def account_of_player(player: Player | None) -> Account | None:
    """The account that the journal notes; None for a guest and a program."""
    return player if isinstance(player, Account) else None


def person_of_player(player: Player | None) -> Person | None:
    """Who sits where this player sits; None for an account that belongs to no one."""
    if isinstance(player, Guest | Program):
        return player.person
    return person_of(player) if player is not None else None


def seat_of_player(game: Game, player: Player | None) -> int | None:
    """The seat of a player, 0 for White; None for one who does not play this game."""
    if isinstance(player, Guest | Program):
        seats, person = (game.white_id, game.black_id), player.person.pk
        return seats.index(person) if person in seats else None
    seat = seat_of(game, player)
    return None if seat is None else COLOURS.index(seat.value)
