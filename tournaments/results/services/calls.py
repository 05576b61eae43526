"""Calling an arbiter to a board, from a phone, and answering."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.utils import timezone

from common.journal import services as journal
from games.core.permissions import seat_of
from games.models import Game
from games.results.services.results import lock_game, lock_parent_scope
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.notifications.services.notifications import ask_to_notify
from players.permissions import NotAllowed
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.services.base import State, event_act
from tournaments.models import ArbiterCall, PairedGame
from tournaments.results.acts import AnswerCall, CallArbiter
from tournaments.results.queries.seat_links import NOT_A_LINK, LinkDead, check_link
from tournaments.results.seat_links import SeatLink, parse_token

CALL = "arbiter-call"
"""The kind of notification of those who may answer. It is about the id of a call."""


def call_arbiter(game_id: int, account: Account) -> ArbiterCall:
    """Ask for an arbiter at a game of one's own.

    Raises NotAllowed (no seat there), EventRefused (the round is over, or the seat has called) and Game.DoesNotExist.
    """
    return _call(game_id, account, partial(_own_seat, account))


def call_by_link(token: str) -> ArbiterCall:
    """Ask for an arbiter by the link of a seat. Raises LinkDead and EventRefused."""
    link = parse_token(token)
    if link is None:
        raise LinkDead(Message(NOT_A_LINK))
    try:
        return _call(link.game, None, partial(_seat_of_link, link))
    except Game.DoesNotExist:
        raise LinkDead(Message(NOT_A_LINK)) from None


def _call(game_id: int, account: Account | None, find_seat: Callable[[Game], str]) -> ArbiterCall:
    with journal.commit(partial(lock_parent_scope, game_id), account, CallArbiter, game=game_id) as act:
        game = lock_game(game_id)
        game.parent_scope = act.scope
        seat = find_seat(game)
        place = _open_place(game)
        if ArbiterCall.objects.filter(place=place, seat=seat, answered_at=None).exists():
            raise EventRefused(Message(_("You have already called the arbiter. Please wait at your board.")))
        act.data["seat"] = seat
        call = ArbiterCall.objects.create(place=place, seat=seat, called_at=timezone.now())
        ask_to_notify(CALL, call.pk)
    return call


def _own_seat(account: Account, game: Game) -> str:
    seat = seat_of(game, account)
    if seat is None:
        raise NotAllowed(Permission.DECIDE_RESULT, game.parent_scope.key)
    return seat


def _seat_of_link(link: SeatLink, game: Game) -> str:
    check_link(link, game)
    return link.seat


def _open_place(game: Game) -> PairedGame:
    """Where the game is paired; EventRefused where no one looks after its round any more."""
    place = PairedGame.objects.filter(game=game).select_related("pairing__round__event").first()
    if place is None or place.pairing.round.locked or place.pairing.round.event.state != State.RUNNING:
        raise EventRefused(Message(_("This round is over. Please go to the arbiter.")))
    return place


def answer_call(event_id: int, actor: Account, call_id: int) -> ArbiterCall:
    """Note that a person goes to the board, so that no one else is asked to.

    Raises NotAllowed, EventRefused (it was answered) and ArbiterCall.DoesNotExist.
    """
    call = ArbiterCall.objects.select_related("place").get(pk=call_id, place__pairing__round__event=event_id)
    with event_act(event_id, actor, AnswerCall, game=call.place.game_id, seat=call.seat):
        answered = ArbiterCall.objects.filter(pk=call_id, answered_at=None).update(answered_at=timezone.now())
        if not answered:
            raise EventRefused(Message(_("This call has already been answered.")))
        ask_to_notify(CALL, call_id)
    call.refresh_from_db()
    return call
