"""The request that this thread answers: its id, what it asks of the database, and how long its answer takes.

Statements are counted on every connection, by Django's own hook for that.
"""

from __future__ import annotations

import logging
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from gipfel.monitoring import metrics, recent
from players.core.client_address import REQUEST_ID

HEADER = "X-Request-ID"
log = logging.getLogger("gipfel.requests")
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


# --- a thread that is about to wait, for a disk or for another thread, says so: the next request may begin ---

_here = threading.local()


@contextmanager
def calling_when_waiting(listener: Callable[[], object]) -> Iterator[None]:
    """`listener` is called whenever this thread says in the block that it waits."""
    _here.listener = listener
    try:
        yield
    finally:
        _here.listener = None


def tell_of_wait() -> None:
    """What follows waits. Outside of a request no one listens."""
    listener = getattr(_here, "listener", None)
    if listener is not None:
        listener()


# --- what is counted and logged of each ------------------------------------------------------------------


class MonitorRequests:
    """Give each request an id and each answer that id, and log it: slow ones as warnings, the others as information.

    The id is the proxy's where a trusted one sent `X-Request-ID` (`ClientAddress` drops anyone else's). It holds
    until the answer is closed, for Django logs refused requests after all middleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        context = begin(request.META.get(REQUEST_ID, ""))
        began = time.perf_counter()
        response = self.get_response(request)
        response[HEADER] = context.request_id
        seconds = time.perf_counter() - began
        route = route_of(request, response.status_code)
        _count_request(request, route, response.status_code, seconds, context)
        _log(request, route, response.status_code, seconds, context)
        return response


def _count_request(request: HttpRequest, route: str, status: int, seconds: float, context: RequestContext) -> None:
    metrics.REQUESTS.labels(route, method_of(request), f"{status // 100}xx").inc()
    metrics.REQUEST_SECONDS.labels(route).observe(seconds)
    metrics.QUERIES.inc(context.queries)
    metrics.QUERY_SECONDS.inc(context.query_seconds)
    if seconds * 1000 >= settings.SLOW_REQUEST_MS:
        metrics.SLOW_REQUESTS.labels(route).inc()
        recent.note_slow_request(
            recent.SlowRequest(
                at=timezone.now(),
                method=method_of(request),
                route=route,
                status=status,
                milliseconds=round(seconds * 1000),
                queries=context.queries,
                query_milliseconds=round(context.query_seconds * 1000),
                request_id=context.request_id,
            )
        )


def _log(request: HttpRequest, route: str, status: int, seconds: float, context: RequestContext) -> None:
    """One line: method, route (never the path, which may hold a name or a token), status, time, queries."""
    milliseconds = round(seconds * 1000)
    level = logging.WARNING if milliseconds >= settings.SLOW_REQUEST_MS else logging.INFO
    if not log.isEnabledFor(level):
        return
    query_ms = round(context.query_seconds * 1000)
    log.log(
        level,
        "%s%s %s: %d, %d ms, %d queries in %d ms",
        "slow: " if level == logging.WARNING else "",
        method_of(request),
        route,
        status,
        milliseconds,
        context.queries,
        query_ms,
        extra={
            "method": method_of(request),
            "route": route,
            "status": status,
            "ms": milliseconds,
            "queries": context.queries,
            "query_ms": query_ms,
        },
    )


STATIC, NO_ROUTE = "static", "none"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_FIRST_ERROR = 400


def route_of(request: HttpRequest, status: int) -> str:
    """The pattern of its address ("/events/<int:event_id>"), "static" for files, "none" where there is no such page.

    Never the path itself: anyone can make up paths, and some hold names and tokens.
    """
    if request.resolver_match is not None:
        return f"/{request.resolver_match.route}"
    is_file = request.path_info.startswith(f"/{settings.STATIC_URL.strip('/')}/")
    return STATIC if is_file and status < _FIRST_ERROR else NO_ROUTE


def method_of(request: HttpRequest) -> str:
    """The method, or "other" for a word that is none of HTTP's usual ones."""
    return request.method if request.method in METHODS else "other"
