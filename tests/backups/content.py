"""All that a database holds, to be compared."""

from __future__ import annotations

from typing import Any

from django.db import connection


def content() -> dict[str, list[Any]]:
    """Every row of every table, in an order that does not depend on where it lies."""
    with connection.cursor() as cursor:
        found = {}
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = sorted(cursor.fetchall(), key=repr)
    return found
