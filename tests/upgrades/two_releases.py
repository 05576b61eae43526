"""Whether the release before goes on working on a database that a migration has changed (docs/migrations.md).

While people play, the database is migrated first and processes are replaced one after the other, so for some minutes
both releases read and write it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db import connection, migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from common.migrations import AddIndexWhileOthersWrite

UNUSED_SINCE = "unused_since"
"""A migration that takes away what no release uses any more says in this attribute since which one: "0.3.0"."""
MET_BEFORE = "met_before"
"""A migration says in this attribute which new limits the release before meets in every row that it writes: names of
constraints, and columns as "game.place"."""
_TAKES_AWAY = re.compile(r"\b(DROP\s+(TABLE|COLUMN)|RENAME|SET\s+NOT\s+NULL)\b", re.IGNORECASE)
_LIMITS = re.compile(r"\b(ADD\s+CONSTRAINT|CREATE\s+UNIQUE|CREATE\s+(OR\s+REPLACE\s+)?(CONSTRAINT\s+)?TRIGGER)\b", re.I)
_READS_IT = "the release before still reads it"
_OLD_NAME = "the release before knows the old name only"
_LEFT_OUT = "the release before writes rows without it; give it null=True or db_default"
_LIMIT = f"the release before may write rows that break it; if it does not, name it in `{MET_BEFORE}`"
_BY_UNIQUE = "the release before may write by it (ON CONFLICT)"
_LOCKS = "it holds up all who write into a table that may be large; use AddIndexWhileOthersWrite"
_BY_JOB = "it holds its locks while people wait; do it in a job, in portions"


def not_borne(
    operations: Sequence[Operation], state: ProjectState, app: str, met: Collection[str] = ()
) -> Iterator[str]:
    """What the release before would fail at: one line for each operation that it does not bear.

    `state` is that of all models before the first of them; it is changed. `met` is the migration's `met_before`.
    """
    made: set[str] = set()
    for each in operations:
        if isinstance(each, migrations.SeparateDatabaseAndState):
            yield from not_borne(each.database_operations, state.clone(), app, met)
        elif why := _why_not(each, state, app, made, met):
            yield f"{each.describe()}: {why}"
        if isinstance(each, migrations.CreateModel):
            made.add(each.name_lower)
        each.state_forwards(app, state)


def _why_not(each: Operation, state: ProjectState, app: str, made: Collection[str], met: Collection[str]) -> str:
    """Why the release before does not bear an operation; "" where it does."""
    if isinstance(each, migrations.RemoveField | migrations.DeleteModel):
        return _READS_IT
    if isinstance(each, migrations.RenameField | migrations.RenameModel | migrations.AlterModelTable):
        return _OLD_NAME
    if isinstance(each, migrations.RunPython):
        return _BY_JOB
    if isinstance(each, migrations.RunSQL):
        return _why_not_sql(str(each.sql), met)
    if getattr(each, "model_name_lower", "") in made:  # no one has written into it
        return ""
    return _why_not_changed(each, state, app, met)


def _why_not_changed(each: Operation, state: ProjectState, app: str, met: Collection[str]) -> str:
    """Of an operation on a table that there was before."""
    if isinstance(each, migrations.AddField):
        return "" if _may_be_left_out(each.field) else _LEFT_OUT
    if isinstance(each, migrations.AlterField):
        before = state.models[app, each.model_name_lower].fields[each.name]
        narrowed = _is_narrower(before, each.field) and f"{each.model_name_lower}.{each.name_lower}" not in met
        return _LIMIT if narrowed else ""
    if isinstance(each, migrations.AddConstraint):
        return "" if each.constraint.name in met else _LIMIT
    if isinstance(each, migrations.RemoveConstraint):
        known = state.models[app, each.model_name_lower].options["constraints"]
        gone = next(constraint for constraint in known if constraint.name == each.name)
        return _BY_UNIQUE if isinstance(gone, models.UniqueConstraint) else ""
    if isinstance(each, migrations.AlterUniqueTogether):
        return _LIMIT
    is_locking = isinstance(each, migrations.AddIndex) and not isinstance(each, AddIndexWhileOthersWrite)
    return _LOCKS if is_locking else ""


def _why_not_sql(sql: str, met: Collection[str]) -> str:
    if _TAKES_AWAY.search(sql):
        return "it drops or renames"
    return _LIMIT if _LIMITS.search(sql) and not any(name in sql for name in met) else ""


def _may_be_left_out(field: models.Field[Any, Any]) -> bool:
    return field.many_to_many or field.null or field.has_db_default()


def _is_narrower(before: models.Field[Any, Any], now: models.Field[Any, Any]) -> bool:
    """Whether a column takes less than it did, or another kind of value."""
    if (before.null and not now.null) or (now.unique and not before.unique):
        return True
    if before.has_db_default() and not _may_be_left_out(now):
        return True
    most = [getattr(field, "max_length", None) for field in (before, now)]
    if isinstance(before, models.CharField) and isinstance(now, models.CharField | models.TextField):
        return most[1] is not None and (most[0] is None or most[1] < most[0])
    return before.db_type(connection) != now.db_type(connection)


def may_take_away(migration: type[migrations.Migration] | migrations.Migration, release: str) -> bool:
    """Whether it says that no code has used what it takes away since a release before `release`, the present one."""
    since = getattr(migration, UNUSED_SINCE, "")
    return bool(since) and _numbers(since) < _numbers(release)


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", release))
