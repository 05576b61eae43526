"""Many rows at once, without a model instance for each: written by COPY on PostgreSQL, else by one prepared statement.

Writing is several times as fast as `bulk_create`, for tables that get thousands of rows an act. Values are those of
the columns ("record_id", not "record"), moments with their zone, JSON as what it stands for; no default of the model is
filled in, and the ids of new rows are not told. Constraints and triggers of the database hold as for any other row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateTimeField, Field, JSONField, Model

Row = Sequence[Any]


def insert_rows(model: type[Model], names: Sequence[str], rows: Iterable[Row]) -> None:
    """Insert rows that have a value for each of the columns `names`, in the caller's transaction."""
    connection = connections[router.db_for_write(model)]
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in names]
    table = connection.ops.quote_name(model._meta.db_table)
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types([str(field.db_type(connection)).partition("(")[0] for field in fields])
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(fields))
            into = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608
            cursor.executemany(into, list(_prepared(connection, fields, rows)))


def _prepared(connection: BaseDatabaseWrapper, fields: Sequence[Field[Any, Any]], rows: Iterable[Row]) -> Iterator[Row]:
    """Rows as SQLite takes them: moments and JSON as text."""
    texts = [(at, field) for at, field in enumerate(fields) if isinstance(field, DateTimeField | JSONField)]
    for row in rows:
        values = list(row)
        for at, field in texts:
            values[at] = field.get_db_prep_save(values[at], connection)
        yield values


def copy_rows(using: str, query: str, values: Sequence[Any], types: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a query, asked of PostgreSQL, the database `using`: nothing crosses the connection as text.

    `types` are those of PostgreSQL for its columns; "bytea" gives the bytes of any as sent.
    """
    with connections[using].cursor() as cursor:
        statement = cursor.mogrify(query, values)  # COPY takes no values apart from its text
        with cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)") as copy:
            copy.set_types(types)
            yield from copy.rows()
