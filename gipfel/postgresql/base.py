"""Django's PostgreSQL, but that a connection which nothing was heard on is not asked whether it still stands, and that
no change of tables keeps others waiting for long.

With CONN_HEALTH_CHECKS each request asks `SELECT 1` first, a round trip more. But a server that ends, or that ends a
connection, says so before it closes it: that can be read at the socket before anything is sent.
"""

from __future__ import annotations

import select
from typing import Self

from django.db.backends.postgresql import base
from django.db.backends.postgresql.schema import DatabaseSchemaEditor
from psycopg import OperationalError

LOCK_WAIT_MS = 1_000


class SchemaEditor(DatabaseSchemaEditor):
    """A migration waits for its locks no longer than LOCK_WAIT_MS: those who read the table later wait behind it.

    A backup alone has a lock on every table for as long as it takes. `manage.py migrate` tries again.
    """

    def __enter__(self) -> Self:
        super().__enter__()
        if self.atomic_migration and not self.collect_sql:
            with self.connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {LOCK_WAIT_MS}")
        return self


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection."""

    SchemaEditorClass = SchemaEditor

    def is_usable(self) -> bool:
        """Whether statements can be sent. The server is asked where there is something to read, as before its end."""
        return self._is_silent() or bool(super().is_usable())

    def _is_silent(self) -> bool:
        try:
            socket = self.connection.pgconn.socket
        except (AttributeError, OperationalError):
            return False  # there is no connection, or it is closed
        watched = select.poll()
        watched.register(socket, select.POLLIN)
        return not watched.poll(0)
