"""House players for tests, and a good request for each of their endpoints."""

from __future__ import annotations

from play.partner.services.house_players import NewHousePlayer, add_house_player
from players.models import Account, Club, HousePlayer
from testing.api.requests_of_play import Request


def house_player(club: Club, officer: Account, level: int = 1) -> HousePlayer:
    """One that plays GIPF basic."""
    new = NewHousePlayer(rules="gipf-basic", level=level, control="600+5")
    return add_house_player(actor=officer, club=club, new=new)


def requests_of_house_players(club: Club, officer: Account) -> dict[tuple[str, str], Request]:
    """By (method, route). The player of the world is a member of the club."""
    made, address = house_player(club, officer), f"/clubs/{club.slug}/house-players"
    new = {"rules": "lyngk-main", "level": 2, "control": "300+3"}
    return {
        ("POST", "clubs/<slug:slug>/house-players"): Request(address, new, code=201),
        ("DELETE", "clubs/<slug:slug>/house-players/<int:person_id>"): Request(f"{address}/{made.pk}", code=204),
        ("POST", "play/house-players/<int:person_id>/games"): Request(
            f"/play/house-players/{made.pk}/games", {"rated": True}, by="player", code=201, refused=409
        ),
    }
