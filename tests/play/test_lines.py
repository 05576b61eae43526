"""What a player's line takes is not counted: as much as his page has measured, and no more than is believed."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from play.models import OnlineGame
from play.services.presence import LONGEST_LINE_MS, line_of
from players.models import Account
from tests.play.online import begin, let_time_pass, play, reference_turns, two_accounts

pytestmark = pytest.mark.django_db


@pytest.fixture
def accounts() -> tuple[Account, Account]:
    cache.clear()
    return two_accounts()


def say_here(game: int, account: Account, line: str) -> None:
    """The page of a player says how long a request took."""
    client = Client()
    client.force_login(account)
    assert client.post(f"/play/{game}/here", {"line": line}).status_code == 200


@pytest.mark.parametrize(("said", "believed"), [("180", 180), ("9000", LONGEST_LINE_MS), ("-5", 0), ("much", 0)])
def test_a_page_says_what_its_line_takes(accounts: tuple[Account, Account], said: str, believed: int) -> None:
    game = begin(*accounts)
    say_here(game, accounts[1], said)
    assert (line_of(game, 1), line_of(game, 0)) == (believed, 0)


def test_a_turn_as_long_as_the_line_costs_nothing_and_what_is_longer_does(accounts: tuple[Account, Account]) -> None:
    game, turns = begin(*accounts, control="300d1"), reference_turns(*accounts)
    say_here(game, accounts[1], "300")
    clock = play(game, *turns[:3]).clock
    assert (clock.to_move, clock.allowance) == (1, 300)
    assert clock.remaining(1, clock.since + 300) == 300_000
    assert clock.remaining(1, clock.since + 2_300) == 298_000
    let_time_pass(game, 2_300)  # a second of it comes back, by the time control
    left = play(game, turns[3]).clock
    assert 298_500 < left.remaining(1, left.since) <= 299_000
    assert left.allowance == 0  # nothing is known of White's line


def test_the_deadline_has_the_line_in_it_and_correspondence_has_none(accounts: tuple[Account, Account]) -> None:
    turns = reference_turns(*accounts)
    game = begin(*accounts)
    say_here(game, accounts[1], "300")
    found = play(game, *turns[:3])
    assert found.clock.deadline == found.clock.since + 300_000 + 300
    by_mail = begin(*accounts, control="3days+10")
    say_here(by_mail, accounts[1], "300")
    assert play(by_mail, *turns[:3]).clock.allowance == 0
    assert OnlineGame.objects.count() == 2
