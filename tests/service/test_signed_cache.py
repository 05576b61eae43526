"""What Redis holds and this server did not write is a miss: never an error, never code."""

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

from gipfel import settings as shipped
from players.models import Account, Club
from tests.servers import Redis
from tests.tournaments.factories import running

pytestmark = pytest.mark.service
OPTIONS = {"CLIENT_CLASS": "gipfel.signed_cache.SignedClient", "IGNORE_EXCEPTIONS": True}


@pytest.fixture
def raw(redis: Redis) -> Iterator[Connection]:
    """Redis itself, behind caches set up as in the service."""
    signed = {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": redis.url, "OPTIONS": OPTIONS}
    counting = signed | {
        "KEY_PREFIX": "tries",
        "OPTIONS": OPTIONS | {"CLIENT_CLASS": "gipfel.signed_cache.CountingClient"},
    }
    with override_settings(
        CACHES={
            "default": signed,
            "requests": signed | {"KEY_PREFIX": "requests"},
            "tries": counting,
            "recent": counting | {"KEY_PREFIX": "recent"},
        }
    ):
        connection = Connection.from_url(redis.url)
        yield connection
        connection.close()


@dataclass(frozen=True)
class Row:
    name: str
    points: int


@pytest.mark.parametrize("value", [Row("Anna", 35), [1, 2], {"a": (1, None)}, 0, -7, True, False, "", "7", b"\0"])
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
        lambda value, bomb: value[: len(value) // 2],
        lambda value, bomb: value[:40] + bytes([value[40] ^ 1]) + value[41:],
        lambda value, bomb: bomb,
        lambda value, bomb: b"\0" * 32 + bomb,
        lambda value, bomb: value[:32] + bomb,
    ],
)
def test_whatever_else_lies_there_is_a_miss_and_is_not_run(raw: Connection, poison: Any, tmp_path: Path) -> None:
    cache.set("table", [Row("Anna", 35)] * 20)
    (name,) = raw.keys()
    raw.set(name, poison(raw.get(name), pickle.dumps(Bomb(tmp_path / "ran"))))
    assert cache.get("table", "miss") == "miss"
    assert cache.get_many(["table"]) == {}
    assert not (tmp_path / "ran").exists()


def test_a_value_is_none_under_another_key(raw: Connection) -> None:
    cache.set_many({"draft": "of one event", "public": "of another"})
    draft, public = sorted(raw.keys())
    raw.set(public, raw.get(draft))
    assert cache.get_many(["draft", "public"]) == {"draft": "of one event"}


def test_a_value_of_another_secret_is_none(raw: Connection, settings: Any) -> None:
    cache.set("table", 1)
    settings.SECRET_KEY = "another"
    assert cache.get("table") is None


def test_numbers_are_counted_and_what_is_no_number_is_lost(raw: Connection) -> None:
    tries = caches["tries"]
    assert tries.add("slot", 0, timeout=60) and tries.incr("slot") == 1 and tries.incr("slot", 4) == 5
    assert tries.get("slot") == 5
    (name,) = raw.keys()
    raw.set(name, b"poison")
    assert tries.get("slot", 0) == 0
    with pytest.raises(ValueError, match="slot"):
        tries.incr("slot")


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
        assert made["default"]["OPTIONS"]["CLIENT_CLASS"].endswith("SignedClient")
        assert made["requests"]["OPTIONS"]["CLIENT_CLASS"].endswith("SignedClient")
        assert made["tries"]["OPTIONS"]["CLIENT_CLASS"].endswith("CountingClient")
    finally:
        monkeypatch.undo()
        importlib.reload(shipped)
