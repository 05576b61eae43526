"""A database without room, and one that somebody else holds, for as long as a test looks. With `real_database`."""

from __future__ import annotations

import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, connections

BUSY_WAIT_MS = 200
_FULL_ON_POSTGRESQL = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER no_room BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION no_room();
"""


@contextmanager
def full_storage(table: str) -> Iterator[None]:
    """A disk without room: SQLite's files may not grow; PostgreSQL gives its own error at an insert into `table`."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_FULL_ON_POSTGRESQL.format(table=table))
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f"DROP TRIGGER no_room ON {table}; DROP FUNCTION no_room()")
        return
    with connection.cursor() as cursor:  # what is written next is appended to the log behind this
        cursor.execute("PRAGMA wal_autocheckpoint=0")
        cursor.execute("CREATE TABLE filler (x BLOB)")
        cursor.execute("INSERT INTO filler VALUES (zeroblob(2000000))")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@contextmanager
def locked_table(table: str) -> Iterator[None]:
    """Somebody else writes for longer than anybody waits here."""
    with connection.cursor() as cursor:
        wait = "SET lock_timeout = {}" if connection.vendor == "postgresql" else "PRAGMA busy_timeout = {}"
        cursor.execute(wait.format(BUSY_WAIT_MS))
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        other = connections["default"]
        with other.cursor() as cursor:
            if other.vendor == "postgresql":
                cursor.execute("BEGIN")
                cursor.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
            else:
                cursor.execute("BEGIN IMMEDIATE")
            held.set()
            done.wait(20)
            cursor.execute("ROLLBACK")
        other.close()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(20)
    try:
        yield
    finally:
        done.set()
        thread.join()
