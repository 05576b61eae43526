"""Who sends a request to the board or to the lobby: an account, or a guest, whom the browser's cookie names."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from common.web import keep_cookie
from games.models import Game
from play.core.player import Player, person_of_player, seat_of_player
from play.core.services.guests import Visitor, find_guest, name_guest
from play.models import Guest
from players.accounts import devices
from players.core.client_address import client_of
from players.identity import person_of
from players.models import Account, Person

LONGEST_TOKEN = 64
"""What is sent as a guest's token is cut off behind so many characters: it is no one's."""
COOKIE = "guest"
"""Holds the token of a guest; scripts cannot read it."""
_KEPT = "_guest_of_request"


def guest_of(request: HttpRequest) -> Guest | None:
    """Whose token the browser has, signed in or not. Read once a request."""
    if not hasattr(request, _KEPT):
        token = request.COOKIES.get(COOKIE, "")[:LONGEST_TOKEN]
        setattr(request, _KEPT, find_guest(token) if token else None)
    found: Guest | None = getattr(request, _KEPT)
    return found


def player_of_request(request: HttpRequest) -> Player | None:
    """Who acts in the lobby: the account, else the guest; None for a stranger."""
    return request.user if isinstance(request.user, Account) else guest_of(request)


def reader_of_request(request: HttpRequest) -> Person | None:
    """The person of the account, else the guest's name; None for a stranger, and for an account of no one."""
    return person_of_player(player_of_request(request))


def player_at(request: HttpRequest, game: Game) -> Player | None:
    """Who of the two sits at this game; who has signed in since keeps the seats of a guest."""
    if isinstance(request.user, Account) and seat_of_player(game, request.user) is not None:
        return request.user
    guest = guest_of(request) if game.guests else None
    return guest if guest is not None and seat_of_player(game, guest) is not None else None


def visitor_named(token: str, typed: str, address: str, device: str) -> Visitor:
    """By token ("" for none), name as it was typed, address, and the browser's id. Raises `PlayRefused`."""
    return Visitor(token[:LONGEST_TOKEN], name_guest(typed.strip()), address, device)


def visitor_of(request: HttpRequest) -> Visitor:
    """Who wants to play as a guest, by the name that was typed. Raises `PlayRefused`."""
    token, name = request.COOKIES.get(COOKIE, ""), request.POST.get("name", "")
    return visitor_named(token, name, client_of(request), devices.id_in(request))


def remember_guest(response: HttpResponse, token: str) -> HttpResponse:
    """Let the browser keep the token: with the cookie a guest's seats are lost."""
    keep_cookie(response, COOKIE, token)
    return response


def player_of(request: HttpRequest) -> Person | None:
    """The person who plays: that of the account; None for guests, and for accounts that belong to no one."""
    return person_of(request.user) if isinstance(request.user, Account) else None
