"""Where the server has a Redis, web processes note there that they are there, and the row stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from play.clocks.services import signs_of_life, uptime
from play.clocks.services.uptime import look
from play.core.playing import load_game, now_ms, to_ms
from play.models import Presence
from players.models import Account
from testing.play.online import begin, play
from testing.servers import Redis

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql, pytest.mark.service]


@pytest.fixture
def redis(settings: Settings) -> Iterator[Redis]:
    server = Redis().start()
    settings.REDIS_URL = server.url
    signs_of_life._redis.cache_clear()
    yield server
    server.stop()
    signs_of_life._redis.cache_clear()


class Clock:
    """The time that all processes see, and the processes."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, tzinfo=UTC)

    def go_on(self, milliseconds: int, *watches: uptime._Watch, patch: pytest.MonkeyPatch) -> list[bool]:
        """Time passes, and each of these processes looks twice a second; whether one found that none was there."""
        answers = []
        for _half in range(milliseconds // 500):
            self.now += timedelta(milliseconds=500)
            for watch in watches:
                patch.setattr(uptime, "_watch", watch)
                answers.append(look())
        return answers


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


def row() -> int:
    return to_ms(Presence.objects.get(pk=Presence.ONLY).at)


def begun(accounts: tuple[Account, Account]) -> int:
    game = begin(*accounts, control="60+1")
    play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    return game


def test_the_row_is_written_twice_a_minute_and_no_game_is_given_time(
    redis: Redis, clock: Clock, accounts: tuple[Account, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = uptime._Watch(looked=0), uptime._Watch(looked=0)
    clock.go_on(500, first, second, patch=monkeypatch)
    game, noted = begun(accounts), row()
    assert not any(clock.go_on(29_000, first, second, patch=monkeypatch))
    assert row() == noted
    assert signs_of_life.noted_at(Presence.ONLY) == now_ms() == uptime.last_alive()
    clock.go_on(2_000, first, patch=monkeypatch)
    assert row() == noted + 30_500
    assert load_game(game).remaining(now_ms())[0] == 60_000 - 31_000


def test_time_in_which_none_was_there_is_given_back_once(
    redis: Redis, clock: Clock, accounts: tuple[Account, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.go_on(500, uptime._Watch(looked=0), patch=monkeypatch)
    game = begun(accounts)
    clock.go_on(10_000, uptime._Watch(looked=now_ms()), patch=monkeypatch)
    clock.now += timedelta(minutes=5)
    new = [uptime._Watch(looked=0), uptime._Watch(looked=0)]
    assert clock.go_on(500, *new, patch=monkeypatch) == [True, False]
    assert 50_000 <= load_game(game).remaining(now_ms())[0] <= 50_000 + uptime.LONGEST_GIFT


def test_without_redis_the_row_is_written_at_each_look_again(
    redis: Redis, clock: Clock, accounts: tuple[Account, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = uptime._Watch(looked=0)
    clock.go_on(500, watch, patch=monkeypatch)
    begun(accounts)
    clock.go_on(5_000, watch, patch=monkeypatch)
    redis.kill()
    assert not any(clock.go_on(1_000, watch, patch=monkeypatch))
    assert row() == now_ms() == uptime.last_alive()
    clock.now += timedelta(seconds=20)  # a worker looks now, and no web process is there
    assert uptime.last_alive() == now_ms() - 20_000


def test_a_turn_that_waits_in_one_process_is_known_to_all_and_forgotten_in_time(
    redis: Redis, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uptime, "_watch", uptime._Watch(looked=now_ms()))
    monkeypatch.setattr(uptime, "longest_wait_ms", lambda: 400)
    look()
    assert uptime.held_back(now_ms()) == now_ms() - 400
    assert not Presence.objects.filter(pk=Presence.OLDEST_TURN).exists()
    monkeypatch.setattr(uptime, "longest_wait_ms", lambda: 0)
    look()
    assert uptime.held_back(now_ms()) == now_ms()
