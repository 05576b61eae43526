"""Tables are changed while others use them: a migration waits in short turns, and keeps no one waiting behind it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.commands.migrate import Command as Migrate
from django.db import OperationalError, connection, transaction

from gipfel.management.commands import migrate
from gipfel.postgresql.base import LOCK_WAIT_MS
from players.models import Person
from testing.patience import LONGEST

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]


@pytest.fixture
def in_use(real_database: None) -> Iterator[threading.Event]:
    """Another transaction has read people, as a backup does, and goes on until the event is set."""
    has_read, may_end = threading.Event(), threading.Event()

    def read() -> None:
        with transaction.atomic():
            Person.objects.count()
            has_read.set()
            may_end.wait(LONGEST)
        connection.close()

    thread = threading.Thread(target=read)
    thread.start()
    has_read.wait(LONGEST)
    yield may_end
    may_end.set()
    thread.join()


def change() -> None:
    with connection.schema_editor() as editor:
        editor.execute("ALTER TABLE players_person ADD COLUMN of_a_test integer")


def take_back() -> None:
    with connection.schema_editor() as editor:
        editor.execute("ALTER TABLE players_person DROP COLUMN of_a_test")


def test_a_change_gives_up_soon_while_a_table_is_in_use(in_use: threading.Event) -> None:
    began = time.monotonic()
    with pytest.raises(OperationalError, match="lock timeout"):
        change()
    assert time.monotonic() - began >= LOCK_WAIT_MS / 1000
    in_use.set()
    assert Person.objects.count() == 0, "nothing is left behind, no lock and no limit"
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


def test_a_change_has_a_second_for_its_locks(db: None) -> None:
    with connection.schema_editor(), connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == (f"{LOCK_WAIT_MS // 1000}s",)
    assert LOCK_WAIT_MS == 1_000


def test_migrating_is_tried_again_until_the_table_is_free(
    in_use: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def handle(_command: Migrate, **_options: object) -> None:
        tries.append(len(tries))
        if len(tries) == 3:
            in_use.set()
            time.sleep(0.2)
        change()

    monkeypatch.setattr(Migrate, "handle", handle)
    monkeypatch.setattr(migrate, "PAUSE_SECONDS", 0)
    told = StringIO()
    call_command("migrate", stderr=told)
    take_back()
    assert tries == [0, 1, 2] and told.getvalue().count("A table is in use") == 2


def test_another_error_is_told_at_once(real_database: None, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def handle(_command: Migrate, **_options: object) -> None:
        tries.append(1)
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(Migrate, "handle", handle)
    with pytest.raises(OperationalError):
        call_command("migrate")
    assert len(tries) == 1
