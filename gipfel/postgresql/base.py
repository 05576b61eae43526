"""Django's PostgreSQL, but that a connection which nothing was heard on is not asked whether it still stands.

With CONN_HEALTH_CHECKS each request asks `SELECT 1` first, a round trip more. But a server that ends, or that ends a
connection, says so before it closes it: that can be read at the socket before anything is sent.
"""

from __future__ import annotations

import select

from django.db.backends.postgresql import base
from psycopg import OperationalError


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection."""

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
