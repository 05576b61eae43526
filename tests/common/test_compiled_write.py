"""Writes that are carried out together: what is written is what Django would write, and nothing is lost in silence."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from common.compiled_query import CompiledInsert, CompiledUpdate, write_together
from common.journal import services as journal
from common.journal.models import JournalEntry, Scope

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
MOVE = CompiledUpdate(Scope, ["version", "hidden"])
ENTER = CompiledInsert(JournalEntry, ["scope_id", "version", "at", "actor", "action", "data", "sending"])
AT = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


def test_rows_are_written_as_django_would_and_postgresql_is_asked_once() -> None:
    sent: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        sent.append(sql)
        return execute(sql, *rest)

    scope, other = journal.open_scope("club:1"), journal.open_scope("club:2")
    data = {"name": "فارسی %s", "list": [1, None, True], "nothing": {}}
    with connection.execute_wrapper(note):
        write_together([MOVE(scope.pk, 7, True), ENTER(scope.pk, 7, AT, None, "a%b", data, "form:1")])
    assert len(sent) == (1 if connection.vendor == "postgresql" else 2)
    scope.refresh_from_db()
    other.refresh_from_db()
    assert (scope.version, scope.hidden, other.version, other.hidden) == (7, True, 0, False)
    entry = JournalEntry.objects.get(scope=scope)
    assert (entry.version, entry.at, entry.actor, entry.action) == (7, AT, None, "a%b")
    assert (entry.data, entry.sending) == (data, "form:1")


def test_the_same_writes_are_carried_out_again_and_again() -> None:
    scopes = [journal.open_scope(f"club:{number}") for number in range(3)]
    for number, scope in enumerate(scopes):
        write_together(
            [MOVE(scope.pk, number + 1, False), ENTER(scope.pk, number + 1, AT, 40_000 * number, "x", {}, None)]
        )
    assert sorted(JournalEntry.objects.values_list("version", "actor")) == [(1, 0), (2, 40_000), (3, 80_000)]


def test_a_row_that_is_not_there_is_noticed_and_a_bound_of_the_database_holds() -> None:
    scope = journal.open_scope("club:1")
    with pytest.raises(RuntimeError), transaction.atomic():
        write_together([MOVE(scope.pk + 1, 1, False), ENTER(scope.pk, 1, AT, None, "x", {}, None)])
    assert not JournalEntry.objects.filter(scope=scope).exists()
    write_together([ENTER(scope.pk, 1, AT, None, "x", {}, None)])
    with pytest.raises(IntegrityError), transaction.atomic():
        write_together([MOVE(scope.pk, 2, False), ENTER(scope.pk, 1, AT, None, "x", {}, None)])
    scope.refresh_from_db()
    assert scope.version == 0
