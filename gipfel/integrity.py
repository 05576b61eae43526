"""Is the database file whole? SQLite reads it through and says; PostgreSQL looks after its files itself."""

from __future__ import annotations

from django.db import DatabaseError, connection

from gipfel.outages import DAMAGED, classify

_SOME = 3
"""So many findings are told; the rest is more of the same."""


class Damaged(Exception):
    """The file is not whole. The text says what was found, and what to do."""


def quick_check() -> None:
    """Raise Damaged where SQLite finds its file damaged, or rows that refer to none. Half a second for 100 MB."""
    if connection.vendor != "sqlite":
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check")
            found = [row[0] for row in cursor.fetchmany(_SOME)]
            cursor.execute("PRAGMA foreign_key_check")
            lost = cursor.fetchmany(_SOME)
    except DatabaseError as error:
        if classify(error) is not DAMAGED:
            raise
        found, lost = [str(error)], []
    findings = [each for each in found if each != "ok"] + [f"a row of {table} refers to none" for table, *_ in lost]
    if findings:
        raise Damaged(f"the database is damaged ({'; '.join(findings)}). Restore a backup: manage.py restore FILE")
