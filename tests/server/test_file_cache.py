"""What is cached and counted without Redis is one and the same in all processes of a machine."""

from __future__ import annotations

import sqlite3
import stat
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.http import HttpRequest
from django.test import override_settings
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from rest_framework.request import Request
from rest_framework.views import APIView

from common.cached_values import read_as
from common.computed_once import compute_once
from gipf_engine.messages import Message
from gipfel import file_cache, settings
from gipfel.api.throttles import Reads
from gipfel.file_cache import FileCache
from players.core.rate_limit import Allowance, By, Pauses, TooMany
from testing.api.limits import limit
from tests.forks import in_processes
from tests.players.clock import Clock
from tests.threads import at_once

PROCESSES = 4


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new" / "cache.sqlite3"


@pytest.fixture
def cache(file: Path) -> FileCache:
    return FileCache(file, {})


@dataclass(frozen=True)
class Row:
    name: str
    points: int


# --- one process after the other ----------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, -7, 10**12, True, False, "", "7", "\0", 1.5])
def test_a_value_comes_back_as_it_was(cache: FileCache, value: Any) -> None:
    cache.set("one", value, 60)
    cache.set_many({"two": value, "three": value}, 60)
    assert cache.get_many(["one", "two", "three", "none"]) == {"one": value, "two": value, "three": value}
    assert type(cache.get("one")) is type(value)
    assert cache.add("one", "other") is False and cache.add("new", value) is True
    assert cache.get("new") == value and cache.get("none", "nothing") == "nothing"


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        (list[Row], [Row("Anna", 35)]),
        (dict[int, tuple[str, bytes]], {7: ("a", b"\0\xff")}),
        (frozenset[int], frozenset({1, 2})),
        (str, mark_safe("<b>")),
        (str, gettext_lazy("Rules")),
        (Message, Message("%(a)s", {"a": Message("%(n)d"), "b": ["c", Message("d")], "e": 0.5, "f": None})),
        (datetime, datetime(2026, 3, 7, 12, 30, 0, 123456, tzinfo=UTC)),
    ],
)
def test_a_table_comes_back_as_its_type(cache: FileCache, type_: Any, value: Any) -> None:
    cache.set("one", value)
    assert read_as(type_, cache.get("one")) == value
    assert read_as(Row, cache.get("one")) is None and read_as(Row, cache.get("none")) is None


def test_what_has_expired_is_gone_and_can_be_added_again(cache: FileCache, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(time, "time", clock)
    cache.set("short", 1, 10)
    cache.set("long", 1, None)
    assert cache.touch("short", 20) is True
    clock.now += 19
    assert cache.get("short") == 1 and cache.add("short", 2, 10) is False
    clock.now += 2
    assert cache.get("short") is None and cache.touch("short", 20) is False
    with pytest.raises(ValueError, match="short"):
        cache.incr("short")
    assert cache.add("short", 2, 10) is True and cache.get("short") == 2
    assert cache.get("long") == 1


def test_counting_needs_a_number(cache: FileCache) -> None:
    cache.set("count", 3)
    cache.set("word", "three")
    assert (cache.incr("count"), cache.incr("count", 5), cache.decr("count", 2)) == (4, 9, 7)
    for key in ("word", "none"):
        with pytest.raises(ValueError, match=key):
            cache.incr(key)


def test_caches_of_one_file_keep_apart(file: Path) -> None:
    tries, recent = (FileCache(file, {"KEY_PREFIX": name}) for name in ("tries", "recent"))
    tries.set("anna", 1)
    recent.set("anna", 2)
    recent.clear()
    assert tries.get("anna") == 1 and recent.get("anna") is None
    assert tries.delete("anna") is True and tries.delete("anna") is False


def test_of_too_many_those_go_that_would_expire_first(file: Path) -> None:
    small, other = FileCache(file, {"OPTIONS": {"MAX_ENTRIES": 30}}), FileCache(file, {"KEY_PREFIX": "other"})
    other.set("kept", 1, 1)
    for number in range(100):
        small.set(str(number), number, 1000 + number)
    kept = [number for number in range(100) if small.get(str(number)) is not None]
    assert 20 <= len(kept) <= 30 and kept == list(range(100 - len(kept), 100))
    assert other.get("kept") == 1


def test_the_file_is_for_its_owner_alone_and_nothing_lies_beside_it(file: Path, cache: FileCache) -> None:
    cache.set("one", 1)
    names = sorted(each.name for each in file.parent.iterdir())
    assert names == ["cache.sqlite3", "cache.sqlite3-shm", "cache.sqlite3-wal"]
    assert {stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()} == {0o600}
    file_cache.remove(file)
    assert list(file.parent.iterdir()) == []


@pytest.mark.parametrize("garbage", [b"", b"\x80\x05garbage.", "text", 1.5, 7, b"\0" * 200, b'["Anna"]', b"{}"])
def test_what_somebody_else_wrote_is_a_miss(file: Path, cache: FileCache, garbage: Any) -> None:
    cache.set("one", Row("Anna", 35))
    assert read_as(Row, cache.get("one")) == Row("Anna", 35)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE entry SET value = ?", (garbage,))
    assert read_as(Row, cache.get("one")) is None


def test_a_file_that_cannot_be_read_caches_nothing_and_breaks_nothing(file: Path, cache: FileCache) -> None:
    file.parent.mkdir()
    file.write_bytes(b"this is no database" * 100)
    cache.set("one", 1)
    assert cache.get("one", "nothing") == "nothing"
    assert not cache.add("one", 1) and not cache.delete("one") and cache.get_many(["one"]) == {}
    with pytest.raises(ValueError, match="one"):
        cache.incr("one")
    with override_settings(CACHES={name: {"BACKEND": "gipfel.file_cache.FileCache", "LOCATION": file} for name in ALL}):
        Pauses("test", "tries", By.NAME, free=0).take("anna")  # no one is kept out
        assert compute_once("key", str, lambda: "computed", 60) == "computed"
    file_cache.remove(file)
    cache.set("one", 1)
    assert cache.get("one") == 1


# --- processes and threads beside each other -----------------------------------------------------------------

ALL = ("default", "tries", "recent")


def test_what_all_count_is_counted_and_one_of_them_adds(file: Path) -> None:
    """From the first on: they make the file at the same moment."""

    def count() -> bool:
        mine = FileCache(file, {"OPTIONS": {"MAX_ENTRIES": 1000}})
        first = mine.add("lock", 1)
        mine.add("count", 0)
        for _ in range(100):
            mine.incr("count")
        return first

    def by_threads() -> list[object]:
        return at_once(count, count)

    added = in_processes(*[by_threads] * PROCESSES)
    assert sorted(chain(*added)) == [False] * (2 * PROCESSES - 1) + [True]
    assert FileCache(file, {}).get("count") == 200 * PROCESSES


def test_tries_count_over_all_processes() -> None:
    allowance = Allowance("test", "tries", By.NAME, tries=10, seconds=3600)

    def try_often() -> int:
        return sum(_is_let_in(lambda: allowance.take("anna")) for _ in range(10))

    assert sum(in_processes(*[try_often] * PROCESSES)) == 10


def test_whoever_guesses_is_slowed_down_by_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", Clock())  # no pause ends
    pauses = Pauses("test", "tries", By.NAME, free=3)

    def guess() -> int:
        return sum(_is_let_in(lambda: pauses.take("anna")) for _ in range(3))

    assert sum(in_processes(*[guess] * PROCESSES)) == 4  # the fourth begins a pause
    pauses.forgive("anna")
    assert in_processes(lambda: _is_let_in(lambda: pauses.take("anna"))) == [True]


def _is_let_in(take: Any) -> bool:
    try:
        take()
    except TooMany:
        return False
    return True


def test_what_a_client_of_the_api_asked_one_process_counts_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", Clock())
    limit(monkeypatch, "API_READS", 3)

    def ask() -> bool:
        request = HttpRequest()
        request.method, request.META["REMOTE_ADDR"] = "GET", "192.0.2.7"
        return Reads().allow_request(Request(request), APIView())

    assert [in_processes(ask)[0] for _ in range(5)] == [True, True, True, False, False]


def test_what_several_processes_ask_for_is_computed_by_one() -> None:
    def ask() -> tuple[str, int]:
        computed = []

        def compute() -> str:
            computed.append(threading.get_ident())
            time.sleep(0.5)  # long enough for the others to ask
            return "found"

        return compute_once("one-key", str, compute, 60), len(computed)

    told = in_processes(*[ask] * PROCESSES)
    assert [found for found, _times in told] == ["found"] * PROCESSES
    assert sum(times for _found, times in told) == 1


def test_all_caches_are_shared() -> None:
    assert set(settings.CACHES) == set(ALL)
    assert all(isinstance(caches[name], FileCache) for name in ALL)
