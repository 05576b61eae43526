"""The request that this thread answers: its id, and what it has asked of the database so far.

Statements are counted on every connection, by Django's own hook for that.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from gipfel.monitoring import metrics

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""What can be read out over a telephone: no 0 and o, no 1, i and l."""
_LENGTH = 10
_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{1,64}")


@dataclass(slots=True)
class RequestContext:
    """One request: `queries` were sent to the database and took `query_seconds` together."""

    request_id: str
    queries: int = 0
    query_seconds: float = field(default=0.0)


_current: ContextVar[RequestContext | None] = ContextVar("gipfel_request", default=None)


def begin(proposed_id: str = "") -> RequestContext:
    """Start a request under `proposed_id` where that is one (1 to 64 letters, digits, dots, dashes), else a new id."""
    context = RequestContext(proposed_id if _ACCEPTED.fullmatch(proposed_id) else new_id())
    _current.set(context)
    return context


def end(**_signal: Any) -> None:
    """A receiver of request_finished: what this thread logs from here on belongs to no request."""
    _current.set(None)


def current() -> RequestContext | None:
    """The request that is being answered here; None outside of one."""
    return _current.get()


def current_id() -> str:
    """Its id; "" outside of a request."""
    context = _current.get()
    return context.request_id if context is not None else ""


def new_id() -> str:
    """Ten characters, about 50 random bits: short enough to be told, and never the same twice within a log."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def watch(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """A receiver of connection_created."""
    if _count_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(_count_statement)


def _count_statement(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Send one statement; add it and its time to the request that it is for. Jobs and commands are not counted."""
    request = current()
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
    """Whether the statement waits for another that holds what it locks."""
    return isinstance(sql, str) and (sql.startswith("BEGIN IMMEDIATE") or " FOR UPDATE" in sql[-60:])
