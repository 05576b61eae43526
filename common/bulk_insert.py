"""Many rows written at once, without a model instance for each: COPY on PostgreSQL, else one prepared statement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateTimeField, Field, Model


def insert_rows(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows that have a value for each of `fields`, in the caller's transaction.

    Several times as fast as `bulk_create`, for tables that get thousands of rows an act. The values are those of the
    columns ("record_id", not "record"), moments with their zone; no default of the model is filled in, and the ids of
    new rows are not told.
    Constraints and triggers of the database hold as for any other row.
    """
    connection = connections[router.db_for_write(model)]
    quote = connection.ops.quote_name
    known = [_fields_by_name(model)[name] for name in fields]
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
            written = (
                [tuple(map(partial(_adapt, connection), row, times)) for row in rows] if any(times) else list(rows)
            )
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", written)  # noqa: S608


def copy_in(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """As `insert_rows`, but that values are exactly what the columns hold: bytes, and JSON as what it stands for."""
    connection = connections[router.db_for_write(model)]
    quote = connection.ops.quote_name
    known = [_fields_by_name(model)[name] for name in fields]
    table, columns = quote(model._meta.db_table), ", ".join(quote(str(field.column)) for field in known)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types([str(field.db_type(connection)) for field in known])
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(fields))
            written = [tuple(map(partial(_prepare, connection), known, row)) for row in rows]
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", written)  # noqa: S608


def upsert_rows(model: type[Model], key: Sequence[str], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows that have a value for each of `fields`, or bring to those values what has the same `key`.

    As `insert_rows`, but that values are exactly what the columns hold: bytes, and JSON as what it stands for. `key`
    are fields of a unique constraint. Foreign keys of rows that were there are not looked at again.
    """
    connection = connections[router.db_for_write(model)]
    quote = connection.ops.quote_name
    known = [_fields_by_name(model)[name] for name in fields]
    names = [quote(str(field.column)) for field in known]
    keys = [quote(str(_fields_by_name(model)[name].column)) for name in key]
    table, columns = quote(model._meta.db_table), ", ".join(names)
    changed = ", ".join(f"{name} = excluded.{name}" for name in names if name not in keys)
    into, otherwise = f"INSERT INTO {table} ({columns})", f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changed}"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            types = [str(field.db_type(connection)) for field in known]
            new = quote(f"new_{model._meta.db_table}")
            told = ", ".join(f"{name} {kind}" for name, kind in zip(names, types, strict=True))
            cursor.execute(f"CREATE TEMPORARY TABLE {new} ({told}) ON COMMIT DROP")
            for name, kind in zip(names, types, strict=True):
                if kind == "bytea":  # else what is long would be compressed here, only to be unpacked in a moment
                    cursor.execute(f"ALTER TABLE {new} ALTER COLUMN {name} SET STORAGE EXTERNAL")
            with cursor.copy(f"COPY {new} ({columns}) FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types(types)
                for row in rows:
                    copy.write_row(row)
            cursor.execute(f"{into} SELECT {columns} FROM {new} {otherwise}")  # noqa: S608
            cursor.execute(f"DROP TABLE {new}")
        else:
            places = ", ".join(["%s"] * len(fields))
            written = [tuple(map(partial(_prepare, connection), known, row)) for row in rows]
            cursor.executemany(f"{into} VALUES ({places}) {otherwise}", written)


def _fields_by_name(model: type[Model]) -> dict[str, Any]:
    return {field.attname: field for field in model._meta.concrete_fields}


def _prepare(connection: BaseDatabaseWrapper, field: Field[Any, Any], value: Any) -> Any:
    return field.get_db_prep_save(value, connection)


def _adapt(connection: BaseDatabaseWrapper, value: Any, is_time: bool) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if is_time else value
