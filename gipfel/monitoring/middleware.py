"""The second thing that a request passes, right after its address is known: it gets an id, and is measured."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from gipfel.monitoring import metrics, recent, request_context
from players.core.client_address import REQUEST_ID

HEADER = "X-Request-ID"
log = logging.getLogger("gipfel.requests")


class MonitorRequests:
    """Give each request an id and each answer that id, and log it: slow ones as warnings, the others as information.

    The id is the proxy's where a trusted one sent `X-Request-ID` (`ClientAddress` drops anyone else's). It holds
    until the answer is closed, for Django logs refused requests after all middleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        context = request_context.begin(request.META.get(REQUEST_ID, ""))
        began = time.perf_counter()
        response = self.get_response(request)
        response[HEADER] = context.request_id
        seconds = time.perf_counter() - began
        route = route_of(request, response.status_code)
        _count_request(request, route, response.status_code, seconds, context)
        _log(request, route, response.status_code, seconds, context)
        return response


def _count_request(
    request: HttpRequest, route: str, status: int, seconds: float, context: request_context.RequestContext
) -> None:
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


def _log(
    request: HttpRequest, route: str, status: int, seconds: float, context: request_context.RequestContext
) -> None:
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
