"""Many rows read at once from PostgreSQL: COPY in its binary format, so that nothing crosses the connection as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection


def copy_rows(query: str, values: Sequence[Any], types: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a query. `types` are those of PostgreSQL for its columns; "bytea" gives the bytes of any as sent."""
    statement = connection.ops.compose_sql(query, values)  # type: ignore[attr-defined]  # of PostgreSQL alone
    with connection.cursor() as cursor, cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)") as copy:
        copy.set_types(types)
        yield from copy.rows()
