"""Writes that nearly every act makes, compiled once a process, and carried out together.

To build an INSERT or UPDATE takes Django longer than a database takes to carry it out. PostgreSQL gets those of an act
as one statement: it is asked once, and keeps the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model
from django.db.models.fields import Field

from common.compiled_query import prepared_cursor


@dataclass(frozen=True, slots=True)
class Write:
    """A statement that changes one row, with its values as the driver takes them."""

    model: type[Model]
    sql: str
    values: tuple[Any, ...]


class _Compiled:
    """What the statements for `fields` of a model have in common."""

    def __init__(self, model: type[Model], fields: Sequence[str]) -> None:
        self._model, self._meta, self._names = model, model._meta, fields

    @property
    def _connection(self) -> BaseDatabaseWrapper:
        return connections[router.db_for_write(self._model)]

    @cached_property
    def _fields(self) -> list[Field[Any, Any]]:
        by_name = {field.attname: field for field in self._meta.concrete_fields}
        return [by_name[name] for name in self._names]

    @property
    def _quoted_table(self) -> str:
        return self._quote(self._meta.db_table)

    def _quote(self, name: str | None) -> str:
        return self._connection.ops.quote_name(str(name))

    def _prepare(self, values: Sequence[Any]) -> tuple[Any, ...]:
        connection, pairs = self._connection, zip(self._fields, values, strict=True)
        return tuple(field.get_db_prep_save(value, connection) for field, value in pairs)


class CompiledInsert(_Compiled):
    """A new row of a model with a value for each of `fields`. No default of the model is filled in.

    enter = CompiledInsert(JournalEntry, ("scope_id", "version", …))
    write_together([enter(3, 17, …)])
    """

    def __call__(self, *values: Any) -> Write:
        """The statement for one row."""
        return Write(self._model, self._sql, self._prepare(values))

    @cached_property
    def _sql(self) -> str:
        columns = ", ".join(self._quote(field.column) for field in self._fields)
        places = ", ".join(["%s"] * len(self._fields))
        return f"INSERT INTO {self._quoted_table} ({columns}) VALUES ({places})"  # noqa: S608


class CompiledUpdate(_Compiled):
    """New values for `fields` of a row of a model, found by its key.

    move = CompiledUpdate(Scope, ["version"])
    write_together([move(3, 17)])
    """

    def __call__(self, pk: int, *values: Any) -> Write:
        """The statement for the row with this key."""
        return Write(self._model, self._sql, (*self._prepare(values), pk))

    @cached_property
    def _sql(self) -> str:
        columns = ", ".join(f"{self._quote(field.column)} = %s" for field in self._fields)
        key = self._quote(self._meta.pk.column)
        return f"UPDATE {self._quoted_table} SET {columns} WHERE {key} = %s"  # noqa: S608


def write_together(writes: Sequence[Write]) -> None:
    """Carry out writes to different rows, in the caller's transaction. Each changes one row, else RuntimeError.

    Where statements are logged (DEBUG, tests that count them) each is one by itself.
    """
    if not writes:
        return
    connection = connections[router.db_for_write(writes[0].model)]
    with prepared_cursor(connection) as cursor:
        if connection.vendor == "postgresql" and not connection.queries_logged:
            cursor.execute(
                _join(tuple(each.sql for each in writes)), [value for each in writes for value in each.values]
            )
            changed = list(cursor.fetchone() or ())
        else:
            changed = [cursor.execute(each.sql, each.values).rowcount for each in writes]
    if any(rows != 1 for rows in changed):
        raise RuntimeError(f"{changed} rows were changed by {[each.sql for each in writes]}")


@lru_cache(maxsize=64)
def _join(statements: tuple[str, ...]) -> str:
    """One statement that carries out several and tells how many rows each has changed."""
    parts = ", ".join(f"write{number} AS ({sql} RETURNING 1)" for number, sql in enumerate(statements))
    counts = ", ".join(f"(SELECT count(*) FROM write{number})" for number in range(len(statements)))  # noqa: S608
    return f"WITH {parts} SELECT {counts}"
