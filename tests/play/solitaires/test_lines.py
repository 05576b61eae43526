"""What a player's line takes is not counted: as much as his page has measured, and no more than is believed."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from common.live import line as signed_lines
from common.live.line import read_line, sign_line
from play.core.services.presence import LONGEST_LINE_MS, line_of, line_outliers
from play.models import OnlineGame
from players.models import Account
from testing.factories import administrator
from testing.play.online import begin, let_time_pass, play, reference_turns, two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def accounts() -> tuple[Account, Account]:
    cache.clear()
    return two_accounts()


def say_here(game: int, account: Account, line: str, measured: str | None = None) -> None:
    """The page of a player says how long a request took, and what the server measured: as much as is believed."""
    client = Client()
    client.force_login(account)
    sent = {"line": line, "measured": sign_line(LONGEST_LINE_MS, "127.0.0.1") if measured is None else measured}
    assert client.post(f"/play/{game}/here", sent).status_code == 200


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


@pytest.mark.parametrize(("said", "measured", "believed"), [("300", 40, 40), ("40", 300, 40), ("9000", 390, 390)])
def test_of_what_the_page_says_and_the_server_measured_the_less_counts(
    accounts: tuple[Account, Account], said: str, measured: int, believed: int
) -> None:
    game = begin(*accounts)
    say_here(game, accounts[1], said, sign_line(measured, "127.0.0.1"))
    assert line_of(game, 1) == believed


@pytest.mark.parametrize(
    "measured",
    ["", "300", "300,0,127.0.0.1", pytest.param(sign_line(300, "192.0.2.9"), id="of another"), "x" * 1000],
)
def test_without_a_measure_of_the_server_nothing_is_believed(accounts: tuple[Account, Account], measured: str) -> None:
    game = begin(*accounts)
    say_here(game, accounts[1], "300", measured)
    assert line_of(game, 1) == 0


def test_a_measure_is_good_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    signed = sign_line(30, "192.0.2.1")
    now = signed_lines.time.time()
    monkeypatch.setattr(signed_lines.time, "time", lambda: now + 59)
    assert read_line(signed, "192.0.2.1") == 30
    monkeypatch.setattr(signed_lines.time, "time", lambda: now + 62)
    assert read_line(signed, "192.0.2.1") is None


def test_moderators_see_pages_that_say_much_more_than_was_measured(accounts: tuple[Account, Account]) -> None:
    game, other = begin(*accounts), begin(*accounts)
    say_here(game, accounts[1], "390", sign_line(20, "127.0.0.1"))
    say_here(game, accounts[1], "395", sign_line(20, "127.0.0.1"))  # the same page again is one line
    say_here(other, accounts[0], "160", sign_line(20, "127.0.0.1"))  # slow, not suspicious
    say_here(other, accounts[1], "390", sign_line(200, "127.0.0.1"))
    assert [(each.game, each.seat, each.said, each.measured) for each in line_outliers()] == [(game, 1, 395, 20)]
    moderator = Client()
    moderator.force_login(administrator())
    page = moderator.get("/moderation").content.decode()
    assert "Bela" in page and "reported 395 ms, measured 20 ms" in page
