"""Reads of pages may go to a replica of the database; everything that writes, locks or decides asks the primary.

A replica is asked where it is at most MOST_SECONDS behind, by the sign of life that workers write, and where it has the
versions of scopes that the reader has seen already: those in his cookie, and those of the tags in `If-None-Match`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from common.jobs.models import Heartbeat
from common.journal import submissions
from common.journal.models import Scope
from common.live.bus import is_for_followers, state_text
from gipfel import outages
from gipfel.views.errors import OUTAGE

PRIMARY, REPLICA = DEFAULT_DB_ALIAS, "replica"
READ_THERE = frozenset({"journal", "games", "ratings", "tournaments"})
"""Apps whose rows may be a little old, all of one moment. Accounts, sessions, roles and running games may not be."""
MOST_SECONDS = 30
"""How far behind a replica may be, and how long a browser remembers what it has seen: by then the replica has it."""
LOOKED_AT_EVERY, REST_SECONDS = 1.0, 10.0
COOKIE, MOST_SCOPES = submissions.SEEN_COOKIE, 8
_STATE = re.compile(r"([a-z-]+(?::\d+)?)=(\d{1,9})")
_TAG = re.compile(r'"([a-z-]+(?::\d+)?)\.(\d{1,9})\.')

_reads_from: ContextVar[str] = ContextVar("reads_from", default=PRIMARY)


class Router:
    """Django's DATABASE_ROUTERS: what is within `reading_from` is read there, unless a transaction is under way."""

    def db_for_read(self, model: type[Model], **_hints: Any) -> str:
        using = _reads_from.get()
        is_elsewhere = model._meta.app_label in READ_THERE and not connections[PRIMARY].in_atomic_block
        return using if using == PRIMARY or is_elsewhere else PRIMARY

    def db_for_write(self, model: type[Model], **_hints: Any) -> str:
        return PRIMARY

    def allow_relation(self, one: Model, other: Model, **_hints: Any) -> bool:
        return True

    def allow_migrate(self, using: str, app_label: str, **_hints: Any) -> bool:
        return using == PRIMARY


@contextmanager
def reading_from(using: str) -> Iterator[None]:
    """In the block, this thread reads from the database `using`."""
    token = _reads_from.set(using)
    try:
        yield
    finally:
        _reads_from.reset(token)


class ReadFromReplica:
    """Middleware: choose where a request reads, and let the browser remember what it has seen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if REPLICA not in settings.DATABASES:
            raise MiddlewareNotUsed
        self.get_response = get_response
        self.state = ReplicaState()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        known = seen_by(request)
        using = REPLICA if may_be_late(request) and self.state.has(known) else PRIMARY
        with submissions.noted_versions() as shown, reading_from(using):
            answer = self.get_response(request)
        if using == REPLICA and request.META.get(OUTAGE) is outages.AWAY:
            self.state.rest()  # it is read again (`ReadAgainMiddleware`), from the primary then
        if shown and (known or request.method not in ("GET", "HEAD")) and not _is_program(request):
            _remember(answer, known | shown)
        return answer


def may_be_late(request: HttpRequest) -> bool:
    """Whether an answer of some seconds ago will do: to a read of one reader of whom it is known what he has seen."""
    is_read = request.method in ("GET", "HEAD") and not is_for_followers(request.META)
    return is_read and not (_is_program(request) and "If-None-Match" not in request.headers)


def seen_by(request: HttpRequest) -> dict[str, int]:
    """The versions of scopes that a reader says he has seen."""
    states = _STATE.findall(request.COOKIES.get(COOKIE, "")) + _TAG.findall(request.headers.get("If-None-Match", ""))
    return {key: int(version) for key, version in states[:MOST_SCOPES]}


def _is_program(request: HttpRequest) -> bool:
    """Programs keep no cookies: what they wrote they may want to read."""
    return "Authorization" in request.headers


def _remember(answer: HttpResponse, versions: Mapping[str, int]) -> None:
    newest = dict(list(versions.items())[-MOST_SCOPES:])
    answer.set_cookie(
        COOKIE, state_text(newest), max_age=MOST_SECONDS, secure=settings.SECURE, httponly=True, samesite="Lax"
    )


class ReplicaState:
    """What a process knows of the replica. It looks once in LOOKED_AT_EVERY seconds how far behind it is."""

    def __init__(self) -> None:
        self._is_near, self._look_at = False, 0.0

    def has(self, versions: Mapping[str, int]) -> bool:
        """Whether the replica is near enough, and no scope is behind these versions there."""
        try:
            return self._is_near_enough() and not (versions and _is_behind(versions))
        except Error:
            self.rest()
            return False

    def rest(self) -> None:
        """It does not answer: leave it alone for a while."""
        self._is_near, self._look_at = False, time.monotonic() + REST_SECONDS

    def _is_near_enough(self) -> bool:
        if time.monotonic() >= self._look_at:
            self._look_at = time.monotonic() + LOOKED_AT_EVERY
            alive = Heartbeat.objects.using(REPLICA).filter(at__gte=timezone.now() - timedelta(seconds=MOST_SECONDS))
            self._is_near = alive.exists()
        return self._is_near


def _is_behind(versions: Mapping[str, int]) -> bool:
    there = dict(Scope.objects.using(REPLICA).filter(key__in=versions).values_list("key", "version"))
    return any(there.get(key, 0) < version for key, version in versions.items())
