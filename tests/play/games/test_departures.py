"""What becomes of the running games of somebody who is erased or merged: nobody waits for who will not come back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from play.core.playing import load_game
from play.games.services.departures import give_up_games
from play.games.services.games import play_turn
from players.erasure.services import erase_person
from players.models import Account, Person
from players.people.services.merging import merge_persons
from testing.factories import PersonFactory, administrator
from testing.play.online import begin, first_turns, play

pytestmark = [pytest.mark.django_db, pytest.mark.core]
BY_MAIL = "3days+10"


def erase(account: Account, capture: Any) -> Person:
    """The owner erases himself, and what follows the commit is done."""
    assert account.person_id is not None
    with capture(execute=True):
        return erase_person(actor=account, person_id=account.person_id)


def test_who_is_erased_gives_his_games_up(
    client: Client, accounts: tuple[Account, Account], django_capture_on_commit_callbacks: Any
) -> None:
    white, black = accounts
    begun, new = begin(white, black, control=BY_MAIL), begin(white, black, control=BY_MAIL)
    as_black = begin(black, white, control="300+3")
    first_turns(begun, white, black)
    first_turns(as_black, black, white)
    erased = erase(white, django_capture_on_commit_callbacks)
    ends = [(load_game(game).game.result, load_game(game).online.ending) for game in (begun, as_black, new)]
    assert ends == [("0-1", "resigned"), ("1-0", "resigned"), ("void", "aborted")]
    client.force_login(black)
    page = client.get(f"/play/{begun}").content.decode()
    assert "You have won." in page and erased.name in page
    assert "Wanda" not in page
    give_up_games(erased.pk)
    assert load_game(begun).game.result == "0-1", "once more changes nothing"


def test_a_game_that_is_over_stays_as_it_is(
    accounts: tuple[Account, Account], django_capture_on_commit_callbacks: Any
) -> None:
    white, black = accounts
    game = begin(white, black)
    first_turns(game, white, black)
    erase(black, django_capture_on_commit_callbacks)
    before = load_game(game)
    erase(white, django_capture_on_commit_callbacks)
    assert (load_game(game).game.result, load_game(game).version) == ("1-0", before.version)


def test_who_is_merged_plays_on_at_either_record(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control=BY_MAIL)
    play(game, (white, "g2"), (black, "b3"))
    clock = load_game(game).online.clock
    twin = PersonFactory(name="Wanda W")
    assert white.person_id is not None
    merge_persons(actor=administrator(), kept_id=twin.pk, gone_id=white.person_id)
    assert load_game(game).online.clock == clock
    again = Account.objects.get(pk=white.pk)
    assert play_turn(game, again, "f2", expect=load_game(game).version).plies == 3
