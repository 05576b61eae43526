"""Who sits at the boards of a public round that changes, and the games there, which follow the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Q

from games.models import Game
from games.results.services.create import delete_games
from games.results.services.internal import seat_players
from players.models import Account, Person
from tournaments.core.loader import PairingRow, swaps_colours
from tournaments.core.services.base import EventCommand
from tournaments.models import Member, PairedGame, Pairing, Round, Slot
from tournaments.rounds.services.boards import renew_choosers, replace_games, stop_games

Seats = Mapping[str, int]
"""The entries (ids) of a pairing, by side."""
ASIDE = 100_000
"""Added to boards on their way to another number, since no two pairings have one."""


def turned_seats(pairing: PairingRow) -> Seats:
    """The seats of a board with the other one beginning."""
    assert pairing.white is not None and pairing.black is not None
    return {"white": pairing.black, "black": pairing.white}


def store_seats(round_: Round, seats: Mapping[int, Seats]) -> None:
    """Write who sits at these pairings (ids), at which no one sat."""
    Slot.objects.bulk_create(
        Slot(pairing_id=pairing, round=round_, entry_id=entry, side=side)
        for pairing, sides in seats.items()
        for side, entry in sides.items()
    )


def remove_boards(actor: Account, pairings: Sequence[int]) -> None:
    """Remove boards (ids) at which no one sits any more, with their games, of which no one said anything."""
    games = list(Game.objects.filter(paired__pairing__in=pairings))
    stop_games([game for game in games if game.online], actor)
    delete_games([game for game in games if not game.online])
    Pairing.objects.filter(pk__in=pairings).delete()


def let_games_follow(doing: EventCommand, actor: Account, pairing_ids: Sequence[int]) -> None:
    """Let the games of these pairings be of those who sit there now. Inside the caller's act."""
    _let_seats_say_who_begins(pairing_ids)
    _reseat_games(doing, actor, pairing_ids)


def _let_seats_say_who_begins(pairing_ids: Sequence[int]) -> None:
    """Who begins on these boards was neither drawn for those who sit there now, nor left open by a file."""
    boards = Pairing.objects.filter(pk__in=pairing_ids)
    boards.filter(Q(lot__isnull=False) | Q(has_colours=False)).update(lot=None, has_colours=True)


def _reseat_games(doing: EventCommand, actor: Account, pairing_ids: Sequence[int]) -> None:
    """Let the games of these pairings follow their seats. On this server others begin in place of those that run."""
    others: dict[PairedGame, tuple[int, int]] = {}
    sitting: dict[tuple[int, str], Person] = {
        (slot.pairing_id, slot.side): member.person
        for slot in Slot.objects.filter(pairing__in=pairing_ids)
        for member in Member.objects.filter(entry=slot.entry_id).select_related("person")
    }
    for row in PairedGame.objects.filter(pairing__in=pairing_ids).select_related("game"):
        sides = ("black", "white") if swaps_colours(row.leg) else ("white", "black")
        white, black = (sitting[row.pairing_id, side] for side in sides)
        if row.game.online or doing.event.is_played_here:
            others[row] = (white.pk, black.pk)
        else:
            seat_players(row.game_id, white, black)
    replace_games(doing, actor, others, here=doing.event.is_played_here)
    renew_choosers(doing.event, pairing_ids)
