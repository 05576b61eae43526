"""Threads and processes that want to write to SQLite wait for each other in a queue."""

from __future__ import annotations

import fcntl
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction

from gipfel import outages
from gipfel.monitoring.requests import calling_when_waiting
from gipfel.queued_sqlite3.base import Turn
from players.models import Club
from testing.patience import LONGEST
from testing.service.processes import eventually
from tests.forks import beside, event
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
            coming.wait(timeout=LONGEST)
            time.sleep(0.3)  # the others have asked for their turn by now, or else there is nothing to see

    def after(slug: str) -> None:
        refuse_to_wait()
        coming.wait(timeout=LONGEST)
        with transaction.atomic():
            add_club(slug)

    slugs = ["second", "third", "fourth", "fifth", "sixth"]
    assert at_once(first, *(partial(after, slug) for slug in slugs)) == [None] * 6
    assert set(Club.objects.values_list("slug", flat=True)) == {"first", *slugs}


def test_who_waits_too_long_is_told_that_the_server_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.1)
    done = threading.Event()

    def hold() -> None:
        with transaction.atomic():
            add_club("first")
            done.wait(timeout=LONGEST)

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
        with calling_when_waiting(lambda: told.append("commit")), transaction.atomic():
            add_club("first")
            holding.set()
            over.wait(timeout=LONGEST)

    def wait() -> None:
        holding.wait(timeout=LONGEST)
        with calling_when_waiting(lambda: (told.append("turn"), over.set())), transaction.atomic():
            add_club("second")

    assert at_once(hold, wait) == [None, None]
    assert told[0] == "turn"
    assert sorted(told) == ["commit", "turn", "turn"]


# --- between processes ---------------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> Path:
    file = tmp_path / "some.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE line (who)")
    return file


def hold_turn(database: Path, held: threading.Event, over: threading.Event) -> None:
    turn = Turn(str(database))
    assert turn.take_if_free()
    held.set()
    over.wait(timeout=LONGEST)
    turn.end()


def write_line(database: Path, who: str) -> None:
    """In one's turn, which lasts until the caller ends it; SQLite itself would not wait."""
    with closing(sqlite3.connect(database, timeout=0)) as connection, connection:
        connection.execute("INSERT INTO line VALUES (?)", (who,))


def lines_of(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return [who for (who,) in connection.execute("SELECT who FROM line ORDER BY rowid")]


def is_locked(file: Path) -> bool:
    with file.open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def someone_is_next(database: Path) -> bool:
    return is_locked(Path(f"{database}-next"))


def test_a_process_that_came_before_a_thread_of_the_writing_one_writes_before_it(database: Path) -> None:
    turn = Turn(str(database))
    assert turn.take_if_free()

    def write_in_another_process() -> None:
        mine = Turn(str(database))
        assert not mine.take_if_free() and mine.wait(30)
        write_line(database, "process")
        mine.end()

    def write_in_a_thread() -> None:
        assert turn.wait(30)
        write_line(database, "thread")
        turn.end()

    with beside(write_in_another_process):
        eventually(lambda: someone_is_next(database), 20, "the process in the queue")
        thread = threading.Thread(target=write_in_a_thread, daemon=True)
        thread.start()
        write_line(database, "first")
        turn.end()
        thread.join(timeout=LONGEST)
    assert lines_of(database) == ["first", "process", "thread"]


def test_processes_that_write_again_and_again_never_meet(database: Path) -> None:
    """SQLite would refuse whoever comes while another one writes."""

    def write_often() -> None:
        turn = Turn(str(database))
        for number in range(50):
            assert turn.take_if_free() or turn.wait(30)
            with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO line VALUES (?)", (str(number),))
                connection.execute("COMMIT")
            turn.end()

    with beside(write_often) as one, beside(write_often) as two:
        at_once(write_often)
        for process in (one, two):
            process.join(30)
            assert process.exitcode == 0
    assert len(lines_of(database)) == 150


def test_when_the_process_that_writes_is_killed_the_next_gets_its_turn(database: Path) -> None:
    held = event()
    with beside(lambda: hold_turn(database, held, event())) as holder:
        assert held.wait(30)
        turn = Turn(str(database))
        assert not turn.take_if_free()
        threading.Timer(0.2, holder.kill).start()
        assert turn.wait(30)
        turn.end()


def test_whoever_gave_up_waiting_for_another_process_gets_no_turn_afterwards(database: Path) -> None:
    held, over = event(), event()
    turn = Turn(str(database))
    with beside(lambda: hold_turn(database, held, over)):
        assert held.wait(30)
        assert not turn.wait(0.1)
        over.set()
        assert turn.wait(30)  # the one that gave up passed it on
        turn.end()
    eventually(lambda: not is_locked(Path(f"{database}-turn")), 20, "the end of all turns")
    assert turn.take_if_free()
    turn.end()


def test_a_transaction_that_waits_too_long_for_another_process_says_that_the_server_is_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.1)
    held, over = event(), event()
    name = Path(str(connection.settings_dict["NAME"]))
    with beside(lambda: hold_turn(name, held, over)):
        assert held.wait(30)
        (error,) = at_once(lambda: add_club("refused"))
        assert isinstance(error, OperationalError)
        assert outages.classify(error) is outages.BUSY
        over.set()
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 30)
        assert at_once(lambda: add_club("next")) == [None]
    assert list(Club.objects.values_list("slug", flat=True)) == ["next"]
