"""What a request asks of the database is counted, on every connection, by Django's own hook for that."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from gipfel.monitoring import metrics, request_context


def watch(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """A receiver of connection_created."""
    if _count_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(_count_statement)


def _count_statement(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Send one statement; add it and its time to the request that it is for. Jobs and commands are not counted."""
    request = request_context.current()
    if request is None:
        return execute(sql, params, many, context)
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        request.queries += 1
        took = time.perf_counter() - began
        request.query_seconds += took
        if _takes_lock(sql):
            metrics.LOCK_SECONDS.observe(took)


def _takes_lock(sql: Any) -> bool:
    """Whether the statement waits for whoever holds what it locks."""
    return isinstance(sql, str) and (sql.startswith("BEGIN IMMEDIATE") or " FOR UPDATE" in sql[-60:])
