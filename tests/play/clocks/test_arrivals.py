"""Turns that came in time count though the server comes to them late, and no flag falls before them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import pytest
from django.test import Client

from common.jobs.models import Job
from common.jobs.services import beat, run_due
from play.clocks.services import uptime
from play.clocks.services.flags import fall_flag, notice_flag
from play.core import arrivals
from play.core.errors import PlayRefused
from play.core.playing import from_ms, load_game, now_ms
from play.games.services.games import play_turn
from play.models import OnlineGame, Presence
from players.accounts.services.tokens import make_token
from players.models import Account
from testing.play.online import begin, let_time_pass, play

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
MINUTES_5 = 300_000


@pytest.fixture
def game(accounts: tuple[Account, Account]) -> int:
    """White is to make the third turn, and two seconds too late by now."""
    made = begin(*accounts)
    play(made, (accounts[0], "g2"), (accounts[1], "b3"))
    let_time_pass(made, MINUTES_5 + 2_000)
    return made


@contextmanager
def waiting_for(seconds: float, path: str, monkeypatch: pytest.MonkeyPatch, method: str = "POST") -> Iterator[None]:
    """A request of this process that came so long ago and is not answered."""
    with monkeypatch.context() as earlier:
        earlier.setattr(arrivals, "monotonic", lambda: monotonic() - seconds)
        noted = arrivals.note_arrival({"REQUEST_METHOD": method, "PATH_INFO": path})
        noted.__enter__()
    try:
        yield
    finally:
        noted.__exit__(None, None, None)


def test_a_turn_that_came_in_time_counts(game: int, accounts: tuple[Account, Account]) -> None:
    """It came ten seconds ago with eight on the clock; the opponent's time begins when the turn is seen."""
    now = play_turn(game, accounts[0], "f2", expect=load_game(game).version, waited=10_000)
    left = now.remaining(now_ms())
    assert now.plies == 3
    assert 4_000 < left[0] - 3_000 <= 8_000, "what was left, and the increment"
    assert left[1] > MINUTES_5 - 4_000


def test_a_turn_that_came_late_does_not(game: int, accounts: tuple[Account, Account]) -> None:
    with pytest.raises(PlayRefused, match="time is up"):
        play_turn(game, accounts[0], "f2", expect=load_game(game).version, waited=1_000)
    assert OnlineGame.objects.get(pk=game).ending == "time"


def test_nobody_plays_before_the_opponents_turn(accounts: tuple[Account, Account]) -> None:
    """A turn that was sent ahead, before the one that it answers, takes no time, and gains none."""
    game = begin(*accounts)
    now = play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    before = now.remaining(now.clock.since)[0]
    now = play_turn(game, accounts[0], "f2", expect=now.version, waited=15_000)
    assert now.remaining(now.clock.since)[0] <= before + 3_000


@pytest.mark.parametrize("address", ["/play/{}", "/api/v1/play/games/{}/turns"])
def test_page_and_api_know_when_a_turn_came(address: str, game: int, accounts: tuple[Account, Account]) -> None:
    client = Client()
    client.force_login(accounts[0])
    sent: dict[str, Any] = {"turn" if "api" in address else "turns": "f2", "version": load_game(game).version}
    more: dict[str, Any] = {arrivals.ARRIVED: monotonic() - 10}
    if "api" in address:
        key = make_token(account=accounts[0], label="test").key
        more |= {"content_type": "application/json", "headers": {"Authorization": f"Token {key}"}}
    answer = client.post(address.format(game), sent, **more)
    assert answer.status_code < 400
    assert load_game(game).plies == 3


@pytest.mark.parametrize("address", ["/play/{}", "/api/v1/play/games/{}/turns"])
def test_no_flag_falls_before_a_turn_that_waits(address: str, game: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with waiting_for(10, address.format(game), monkeypatch):
        assert not notice_flag(load_game(game)).is_over
    assert notice_flag(load_game(game)).online.ending == "time"


@pytest.mark.parametrize(
    ("path", "method", "seconds"),
    [("/play/{}", "GET", 10), ("/play/{}0", "POST", 10), ("/play/{}/resign", "POST", 10), ("/play/{}", "POST", 1)],
)
def test_other_requests_and_later_turns_hold_nothing_back(
    path: str, method: str, seconds: float, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with waiting_for(seconds, path.format(game), monkeypatch, method):
        assert notice_flag(load_game(game)).online.ending == "time"


def test_a_turn_that_came_late_ends_nothing_while_an_older_one_waits(
    game: int, accounts: tuple[Account, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    version = load_game(game).version
    with waiting_for(10, f"/play/{game}", monkeypatch):
        with pytest.raises(PlayRefused, match="time is up"):
            play_turn(game, accounts[0], "e2", expect=version, waited=500)
        assert play_turn(game, accounts[0], "f2", expect=version, waited=10_000).plies == 3


def test_workers_and_other_nodes_hold_back_what_waits_in_one_process(
    game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uptime, "_watch", uptime._Watch())
    with waiting_for(10, f"/play/{game}", monkeypatch):
        uptime.look()
    told = Presence.objects.get(pk=Presence.OLDEST_TURN)
    assert not fall_flag(game).is_over, "a worker, which knows no request"
    beat("a worker")
    run_due(stopped=lambda: not Job.objects.filter(kind="fall-flag").exists())
    assert not notice_flag(load_game(game)).is_over, "another web process"
    uptime.look()  # nothing waits any more
    assert not Presence.objects.filter(pk=Presence.OLDEST_TURN).exists()
    told.at = from_ms(now_ms() - arrivals.LONGEST_WAIT_MS - 1)
    told.save()  # of a process that was killed
    uptime.look()
    assert fall_flag(game).online.ending == "time"


def test_nothing_is_held_back_for_ever(game: int, monkeypatch: pytest.MonkeyPatch) -> None:
    let_time_pass(game, arrivals.LONGEST_WAIT_MS)
    with waiting_for(3_600, f"/play/{game}", monkeypatch):
        assert notice_flag(load_game(game)).online.ending == "time"
