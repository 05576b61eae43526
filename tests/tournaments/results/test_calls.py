"""Calling an arbiter from a phone: by a player who is signed in, and by the link of a seat."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from common.journal.models import JournalEntry
from games.models import Game
from players.models import Account, Club
from players.notifications.services.notifications import update_notifications
from players.permissions import NotAllowed
from players.roles import Role
from testing.api.caller import Caller
from testing.factories import holder_of, organiser_of, player_in, seated
from testing.tournaments.factories import decide, game, running
from tournaments.core.errors import EventRefused
from tournaments.models import ArbiterCall, Event
from tournaments.results.seat_links import make_token
from tournaments.results.services.calls import CALL, answer_call, call_arbiter
from tournaments.rounds.services.round_changes import lock_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(club: Club) -> Account:
    return organiser_of(club)


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A Swiss of four players: on board 1 Ada meets Cleo, on board 2 Dan meets Ben."""
    return running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)


@pytest.fixture
def board_2(event: Event) -> Game:
    return game(event, "Dan", "Ben")


def told(account: Account) -> list[str]:
    """Whose calls the bell tells `account` of."""
    return list(account.notifications.filter(kind=CALL).values_list("person__name", flat=True))


def test_a_player_calls_and_the_desk_shows_it_first_until_it_is_answered(
    event: Event, board_2: Game, organiser: Account, client: Client
) -> None:
    client.force_login(seated(board_2, "black"))
    answer = client.post(f"/events/{event.pk}/results/{board_2.pk}/call", follow=True)
    assert "The arbiter has been called. Stay at your board." in answer.content.decode()
    client.force_login(organiser)
    desk = client.get(f"/events/{event.pk}/desk").content.decode()
    assert "The arbiter is called" in desk
    assert desk.index("Take the call of board 2, from Ben") < desk.index('id="desk-journal"')
    call = ArbiterCall.objects.get()
    answer = client.post(f"/events/{event.pk}/calls/{call.pk}/answer", follow=True)
    assert "Call answered." in answer.content.decode()
    assert "The arbiter is called" not in client.get(f"/events/{event.pk}/desk").content.decode()
    lines = JournalEntry.objects.filter(scope__key=event.scope).order_by("version").values_list("action", flat=True)
    assert list(lines)[-2:] == ["call-arbiter", "answer-call"]


def test_the_link_of_a_seat_calls_without_an_account(event: Event, board_2: Game, client: Client) -> None:
    page = f"/report/{make_token(board_2, 'white', 0)}"
    assert f'action="{page}/call"' in client.get(page).content.decode()
    assert "The arbiter has been called" in client.post(f"{page}/call", follow=True).content.decode()
    again = client.post(f"{page}/call", follow=True).content.decode()
    assert "You have already called the arbiter." in again
    assert [(call.seat, call.place.game_id) for call in ArbiterCall.objects.all()] == [("white", board_2.pk)]
    assert client.post(f"{page[:-2]}xx/call").status_code == 410  # as its page: no link that works
    assert ArbiterCall.objects.count() == 1


def test_both_seats_may_call_and_each_once_at_a_time(event: Event, board_2: Game, organiser: Account) -> None:
    white, black = (seated(board_2, seat) for seat in ("white", "black"))
    first = call_arbiter(board_2.pk, white)
    call_arbiter(board_2.pk, black)
    with pytest.raises(EventRefused, match="already"):
        call_arbiter(board_2.pk, white)
    answer_call(event.pk, organiser, first.pk)
    with pytest.raises(EventRefused, match="already been answered"):
        answer_call(event.pk, organiser, first.pk)
    assert call_arbiter(board_2.pk, white).pk != first.pk
    with pytest.raises(IntegrityError), transaction.atomic():
        ArbiterCall.objects.filter(pk=first.pk).update(answered_at=None)


def test_arbiters_are_told_and_no_longer_once_it_is_answered(event: Event, board_2: Game, organiser: Account) -> None:
    arbiter = holder_of(Role.ARBITER, event.scope, player_in(event.club, name="Ari"))
    scorer = holder_of(Role.SCORER, event.scope, player_in(event.club, name="Sal"))
    call = call_arbiter(board_2.pk, seated(board_2, "white"))
    update_notifications(CALL, str(call.pk))
    assert [told(account) for account in (arbiter, organiser, scorer)] == [["Dan"], ["Dan"], []]
    assert arbiter.notifications.get(kind=CALL).address == f"/events/{event.pk}/desk"
    answer_call(event.pk, arbiter, call.pk)
    update_notifications(CALL, str(call.pk))
    assert told(arbiter) == told(organiser) == []


def test_others_cannot_call_or_answer_and_a_locked_round_is_over(
    event: Event, board_2: Game, organiser: Account
) -> None:
    stranger, white = player_in(event.club, name="Eve"), seated(board_2, "white")
    with pytest.raises(NotAllowed):
        call_arbiter(board_2.pk, stranger)
    call = call_arbiter(board_2.pk, white)
    with pytest.raises(NotAllowed):
        answer_call(event.pk, white, call.pk)
    other = running(event.club, organiser, rounds=1, name="Other")
    with pytest.raises(ArbiterCall.DoesNotExist):
        answer_call(other.pk, organiser, call.pk)
    answer_call(event.pk, organiser, call.pk)
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    lock_round(event.pk, organiser, 1)
    with pytest.raises(EventRefused, match="This round is over"):
        call_arbiter(board_2.pk, white)
    assert ArbiterCall.objects.count() == 1


def test_the_api_calls_lists_and_answers(event: Event, board_2: Game, organiser: Account) -> None:
    player, arbiter = Caller(seated(board_2, "black")), Caller(organiser)
    made = player.done(f"/events/{event.pk}/games/{board_2.pk}/call")
    assert (made["game"], made["seat"]) == (board_2.pk, "black")
    assert player.get(f"/events/{event.pk}/calls").status_code == 403
    (listed,) = arbiter.read(f"/events/{event.pk}/calls")["results"]
    assert {key: listed[key] for key in ("id", "round", "board", "name", "opponent")} == {
        "id": made["id"], "round": 1, "board": 2, "name": "Ben", "opponent": "Dan",
    }  # fmt: skip
    arbiter.done(f"/events/{event.pk}/calls/{made['id']}/answer")
    assert arbiter.read(f"/events/{event.pk}/calls")["results"] == []
