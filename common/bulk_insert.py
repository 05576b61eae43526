"""Many rows written at once, without a model instance for each: COPY on PostgreSQL, else one prepared statement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Model


def insert_rows(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows that have a value for each of `fields`, in the caller's transaction.

    Several times as fast as `bulk_create`, for tables that get thousands of rows an act. The values are those of the
    columns ("record_id", not "record"), moments with their zone; no default of the model is filled in, and the ids of
    new rows are not told.
    Constraints and triggers of the database hold as for any other row.
    """
    quote = connection.ops.quote_name
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    known = [by_name[name] for name in fields]
    columns = ", ".join(quote(str(field.column)) for field in known)
    table = quote(model._meta.db_table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(fields))
            times = [isinstance(field, DateTimeField) for field in known]
            written = [tuple(map(_adapt, row, times)) for row in rows] if any(times) else list(rows)
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", written)  # noqa: S608


def _adapt(value: Any, is_time: bool) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if is_time else value
