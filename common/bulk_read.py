"""Many rows read at once from PostgreSQL: COPY in its binary format, so that nothing crosses the connection as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connections


def copy_rows(using: str, query: str, values: Sequence[Any], types: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a query, asked of the database `using`.

    `types` are those of PostgreSQL for its columns; "bytea" gives the bytes of any as sent.
    """
    with connections[using].cursor() as cursor:
        statement = cursor.mogrify(query, values)  # COPY takes no values apart from its text
        with cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)") as copy:
            copy.set_types(types)
            yield from copy.rows()
