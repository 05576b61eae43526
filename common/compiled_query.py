"""Queries that nearly every request asks, and writes that nearly every act makes, compiled once a process.

To build a queryset and to compile it takes Django ten times as long as a database takes to answer with a row or two.
PostgreSQL keeps its plans as well: to plan a join takes it longer than to look up the rows. The writes of an act are
carried out together: PostgreSQL gets them as one statement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from inspect import signature
from itertools import islice
from typing import Any, Generic, TypeVar, cast

from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Expression, Model, QuerySet
from django.db.models.fields import Field
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)
Row = tuple[Any, ...]
_known: list[CompiledQuery] = []


class Argument(Expression):
    """Stands in a queryset for the value at `place` among those of a call."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """A parameter that is this very object, until a call puts a value in its place."""
        return "%s", (self,)


class CompiledQuery:
    """The queryset of `values_list` that `build` makes of an Argument for each of its parameters. It is built once.

        grants = CompiledQuery(lambda account: Grant.objects.filter(account=account).values_list("role", "scope__key"))
        grants(account.pk)  # [("arbiter", "event:3"), …]

    Values are numbers or texts: others are not adapted to what the database wants.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self._build = build
        _known.append(self)

    def __call__(self, *values: int | str | None) -> list[Row]:
        """The rows, with `values` in place of the arguments."""
        compiler, sql, params, converters = self._compiled
        filled = [values[each.place] if isinstance(each, Argument) else each for each in params]
        with prepared_cursor(connections[self.using]) as cursor:
            cursor.execute(sql, filled)
            rows = cursor.fetchall()
        return [tuple(row) for row in compiler.apply_converters(rows, converters)] if converters else rows

    @property
    def using(self) -> str:
        """The database that the router names for it now; all of them take the same SQL."""
        return self._queryset.db

    def queryset(self) -> QuerySet[Any, Any]:
        """With arguments in place of values."""
        return self._build(*map(Argument, range(len(signature(self._build).parameters))))

    @cached_property
    def _queryset(self) -> QuerySet[Any, Any]:
        return self.queryset()

    @cached_property
    def _compiled(self) -> tuple[SQLCompiler, str, Row, dict[int, Any]]:
        """The queryset as SQL with its parameters, and what makes the driver's values Python's."""
        compiler = self._queryset.query.get_compiler(self.using)
        sql, params = compiler.as_sql()
        return compiler, sql, params, compiler.get_converters([column for column, *_ in compiler.select])


class CompiledObjects(Generic[M]):
    """The objects of the queryset that `build` makes of an Argument for each of its parameters. It is built once.

    The objects that `foreign_keys` lead to are read with them, and so are those whose one-to-one key leads here.

    seats = CompiledObjects(lambda club: Game.objects.filter(club=club), ["white", "white__merged_into"])
    """

    def __init__(self, build: Callable[..., QuerySet[M]], foreign_keys: Sequence[str] = ()) -> None:
        self._columns = _Columns(build, foreign_keys)

    def __call__(self, *values: int | str | None) -> list[M]:
        """The objects, with `values` in place of the arguments."""
        return [found for found, _annotations in self.annotated(*values)]

    def annotated(self, *values: int | str | None) -> list[tuple[M, Row]]:
        """The objects, each with the values of the queryset's annotations in their order."""
        rows = map(self._columns.objects, self._columns(*values))
        return [(cast(M, found), annotations) for found, annotations in rows]


class _Columns(CompiledQuery):
    """All columns of a queryset's model and of the models that foreign keys lead to, one model after the other.

    The queryset's annotations stand behind them.
    """

    def __init__(self, build: Callable[..., QuerySet[Any]], foreign_keys: Sequence[str]) -> None:
        super().__init__(build)
        self._foreign_keys = foreign_keys

    def queryset(self) -> QuerySet[Any, Any]:
        found = super().queryset()
        before = ((f"{path}__" if path else "", model) for path, model in self._models.items())
        columns = [path + name for path, model in before for name in _column_names(model)]
        return found.values_list(*columns, *found.query.annotations)

    def objects(self, row: Row) -> tuple[Model, Row]:
        """The object of a row, with those that belong to it, and the values of the annotations."""
        values, found, using = iter(row), dict[str, Any](), self.using
        for path, model in self._models.items():
            names = _column_names(model)
            own = list(islice(values, len(names)))
            is_there = own[names.index(model._meta.pk.attname)] is not None
            found[path] = model.from_db(using, names, own) if is_there else None
            holder, _, name = path.rpartition("__")
            if name and found[holder] is not None:
                _relate(found[holder], name, found[path])
        return cast(Model, found[""]), tuple(values)

    @cached_property
    def _models(self) -> dict[str, type[Model]]:
        """By their paths, "" for the queryset's own."""
        models: dict[str, Any] = {"": super().queryset().model}
        for path in self._foreign_keys:
            holder, _, name = path.rpartition("__")
            models[path] = models[holder]._meta.get_field(name).related_model
        return models


def compile_all() -> None:
    """Compile every query of the modules that are loaded, before anyone waits for it."""
    for query in _known:
        _ = query._compiled


def prepared_cursor(connection: BaseDatabaseWrapper) -> CursorWrapper:
    """A cursor that sends values apart from the statement, which psycopg prepares then (`prepare_threshold`).

    Where statements are logged (DEBUG, tests that count them) it is the usual one: what is prepared has no text there.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:
        return connection.cursor()
    from django.db.backends.postgresql.base import ServerBindingCursor  # where there is a driver for it

    connection.ensure_connection()
    driver = connection.connection
    usual, driver.cursor_factory = driver.cursor_factory, ServerBindingCursor
    try:
        return connection.cursor()
    finally:
        driver.cursor_factory = usual


def _relate(holder: Model, name: str, related: Model | None) -> None:
    """Let an object know the one that its key, or the other's key, leads to; or that there is none."""
    field: Any = holder._meta.get_field(name)
    field.set_cached_value(holder, related)
    if related is not None and field.one_to_one:
        field.remote_field.set_cached_value(related, holder)


def _column_names(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


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
