"""Whether the release before goes on working on a database that a migration has changed (docs/migrations.md).

While people play, the database is migrated first and processes are replaced one after the other, so for some minutes
both releases read and write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

UNUSED_SINCE = "unused_since"
"""A migration that takes away what no release uses any more says in this attribute since which one: "0.3.0"."""
_TAKES_AWAY = re.compile(r"\b(DROP\s+(TABLE|COLUMN)|RENAME)\b", re.IGNORECASE)


def not_borne(operations: Sequence[Operation]) -> Iterator[str]:
    """What the release before would fail at: one line for each operation that it does not bear."""
    made = {each.name_lower for each in operations if isinstance(each, migrations.CreateModel)}
    for each in operations:
        if isinstance(each, migrations.RemoveField | migrations.DeleteModel):
            yield f"{each.describe()}: the release before still reads it"
        elif isinstance(each, migrations.RenameField | migrations.RenameModel | migrations.AlterModelTable):
            yield f"{each.describe()}: the release before knows the old name only"
        elif isinstance(each, migrations.AddField) and each.model_name_lower not in made and not _may_be_left_out(each):
            yield f"{each.describe()}: the release before writes rows without it; give it null=True or db_default"
        elif isinstance(each, migrations.RunSQL) and _TAKES_AWAY.search(str(each.sql)):
            yield f"{each.describe()}: it drops or renames"
        elif isinstance(each, migrations.SeparateDatabaseAndState):
            yield from not_borne(each.database_operations)


def _may_be_left_out(added: migrations.AddField) -> bool:
    field: models.Field[object, object] = added.field
    return field.many_to_many or field.null or field.has_db_default()


def may_take_away(migration: type[migrations.Migration] | migrations.Migration, release: str) -> bool:
    """Whether it says that no code has used what it takes away since a release before `release`, the present one."""
    since = getattr(migration, UNUSED_SINCE, "")
    return bool(since) and _numbers(since) < _numbers(release)


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", release))
