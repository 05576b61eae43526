"""Threads of one process that want to write to SQLite wait for each other in a queue."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from django.db import OperationalError, connection, transaction

from gipfel import outages, waiting
from players.models import Club
from tests.threads import at_once

pytestmark = [
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has a queue of its own"),
    pytest.mark.usefixtures("real_database"),
]


def add_club(slug: str) -> None:
    with transaction.atomic():
        Club.objects.create(name=slug, slug=slug)


def refuse_to_wait() -> None:
    """SQLite says at once that the database is locked."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")


def test_who_comes_meanwhile_gets_its_turn_though_sqlite_itself_would_not_wait() -> None:
    coming = threading.Barrier(6)

    def first() -> None:
        refuse_to_wait()
        with transaction.atomic():
            add_club("first")
            coming.wait(timeout=10)
            time.sleep(0.3)  # the others have asked for their turn by now, or else there is nothing to see

    def after(slug: str) -> None:
        refuse_to_wait()
        coming.wait(timeout=10)
        with transaction.atomic():
            add_club(slug)

    slugs = ["second", "third", "fourth", "fifth", "sixth"]
    assert at_once(first, *(lambda slug=slug: after(slug) for slug in slugs)) == [None] * 6  # type: ignore[misc]
    assert set(Club.objects.values_list("slug", flat=True)) == {"first", *slugs}


def test_who_waits_too_long_is_told_that_the_server_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.1)
    done = threading.Event()

    def hold() -> None:
        with transaction.atomic():
            add_club("first")
            done.wait(timeout=10)

    def wait() -> None:
        try:
            time.sleep(0.3)
            with transaction.atomic():
                add_club("second")
        finally:
            done.set()

    _, error = at_once(hold, wait)
    assert isinstance(error, OperationalError)
    assert outages.classify(error) is outages.BUSY
    assert list(Club.objects.values_list("slug", flat=True)) == ["first"]


class Undone(Exception):
    pass


def undo() -> None:
    with transaction.atomic():
        add_club("undone")
        raise Undone


def lose_the_connection() -> None:
    with transaction.atomic():
        add_club("lost")
        connection.close()


def fail_inside() -> None:
    with transaction.atomic():
        add_club("twice")
        add_club("twice")


def end_the_thread_with_it_open() -> None:
    transaction.atomic().__enter__()
    connection.close()


@pytest.mark.parametrize("ending", [undo, lose_the_connection, fail_inside, end_the_thread_with_it_open])
def test_however_a_transaction_ends_the_next_begins(
    ending: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once(ending)
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0)
    assert at_once(lambda: add_club("next")) == [None]
    assert list(Club.objects.values_list("slug", flat=True)) == ["next"]


def test_who_syncs_to_the_disk_or_waits_for_a_turn_says_so() -> None:
    """In a web process the next request begins then."""
    told: list[str] = []
    holding, over = threading.Event(), threading.Event()

    def hold() -> None:
        with waiting.told_to(lambda: told.append("commit")), transaction.atomic():
            add_club("first")
            holding.set()
            over.wait(timeout=10)

    def wait() -> None:
        holding.wait(timeout=10)
        with waiting.told_to(lambda: (told.append("turn"), over.set())), transaction.atomic():
            add_club("second")

    assert at_once(hold, wait) == [None, None]
    assert told[0] == "turn"
    assert sorted(told) == ["commit", "turn", "turn"]
