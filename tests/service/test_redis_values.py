"""What Redis holds and is not what this server writes is a miss: never an error, never code."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client, override_settings
from redis import Redis as Connection

from common.cached_values import read_as
from gipfel import settings as shipped
from players.core.rate_limit import Allowance, By
from players.models import Account, Club
from testing.servers import Redis
from testing.tournaments.factories import running

pytestmark = pytest.mark.service
OPTIONS = {"SERIALIZER": "common.cached_values.JsonValues", "IGNORE_EXCEPTIONS": True}


@pytest.fixture
def raw(redis: Redis) -> Iterator[Connection]:
    """Redis itself, behind caches set up as in the service."""
    own = {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": redis.url, "OPTIONS": OPTIONS}
    caches_ = {"default": own, "tries": own | {"KEY_PREFIX": "tries"}, "recent": own | {"KEY_PREFIX": "recent"}}
    with override_settings(CACHES=caches_):
        connection = Connection.from_url(redis.url)
        yield connection
        connection.close()


@dataclass(frozen=True)
class Row:
    name: str
    points: int


@pytest.mark.parametrize("value", [0, -7, 10**12, True, False, "", "7", "\0"])
def test_a_value_comes_back_as_it_was(raw: Connection, value: Any) -> None:
    cache.set("one", value, 60)
    cache.set_many({"two": value, "three": value}, 60)
    back = cache.get_many(["one", "two", "three", "none"])
    assert back == {"one": value, "two": value, "three": value}
    assert type(cache.get("one")) is type(value)
    assert cache.add("one", "other") is False and cache.add("new", value) is True
    assert cache.get("nothing", "default") == "default"


class Bomb:
    """Pickled, it makes a file where it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.file),)


@pytest.mark.parametrize(
    "poison",
    [
        lambda value, bomb: b"",
        lambda value, bomb: b"7",
        lambda value, bomb: b"not a value",
        lambda value, bomb: b"[7]",
        lambda value, bomb: b'[{"name": "Anna"}]',
        lambda value, bomb: b'[{"name": 35, "points": "Anna"}]',
        lambda value, bomb: value[: len(value) // 2],
        lambda value, bomb: bomb,
        lambda value, bomb: b"\0" * 32 + bomb,
        lambda value, bomb: value[:32] + bomb,
    ],
)
def test_whatever_else_lies_there_is_a_miss_and_is_not_run(raw: Connection, poison: Any, tmp_path: Path) -> None:
    table = [Row("Anna", 35)] * 20
    cache.set("table", table)
    assert read_as(list[Row], cache.get("table")) == table
    (name,) = raw.keys()
    raw.set(name, poison(raw.get(name), pickle.dumps(Bomb(tmp_path / "ran"))))
    assert read_as(list[Row], cache.get("table")) is None
    assert read_as(list[Row], cache.get_many(["table"]).get("table")) is None
    assert not (tmp_path / "ran").exists()


def test_numbers_are_counted_and_what_is_no_number_is_lost(raw: Connection) -> None:
    tries = caches["tries"]
    assert tries.add("slot", 0, timeout=60) and tries.incr("slot") == 1 and tries.incr("slot", 4) == 5
    assert tries.get("slot") == 5
    (name,) = raw.keys()
    raw.set(name, b"poison")
    assert tries.get("slot", 0) in (0, None)
    with pytest.raises((ValueError, TypeError)):
        tries.incr("slot")
    twice = Allowance("test", "tries", By.NAME, tries=2, seconds=60)
    twice.take("anna")
    for key in list(raw.keys()):
        raw.set(key, b"poison")
    twice.take("anna")  # nobody is kept out, and nothing breaks


def test_pages_go_on_when_everything_in_redis_is_overwritten(
    raw: Connection, client: Client, organiser: Account, club: Club, settings: Any
) -> None:
    settings.SLOW_REQUEST_MS = 0  # so that requests are kept as slow ones too
    event = running(club, organiser, rounds=1)
    address = f"/events/{event.pk}"
    first = client.get(address)
    assert first.status_code == 200
    keys = list(raw.keys())
    assert keys
    for key in keys:
        raw.set(key, b"\x80\x05garbage.")
    again = client.get(address)
    assert again.status_code == 200
    assert [line for line in again.content.splitlines() if b"Ada" in line]


def test_the_service_is_set_up_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib

    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    try:
        made = importlib.reload(shipped).CACHES
        assert {each["OPTIONS"]["SERIALIZER"] for each in made.values()} == {OPTIONS["SERIALIZER"]}
    finally:
        monkeypatch.undo()
        importlib.reload(shipped)
