"""Probes: is this process alive, and can it do its work?"""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from common.jobs import queries as jobs
from gipfel import upgrades, write_probe
from gipfel.monitoring import metrics as counted
from gipfel.monitoring import server_metrics, server_state
from gipfel.monitoring.access import may_read_metrics

GOOD = "ok"
OLDEST_JOB_SECONDS = 300
"""A job that is due longer than this means that no worker works."""


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether this node serves: database, migrations, a write; 503 where one of them fails.

    Without Redis or a worker it is "degraded" and serves all the same: the same is so on every node, and a balancer
    that took all of them out would end what still works.
    """
    needed: dict[str, str] = {"database": _database()}
    beside: dict[str, str] = {}
    if needed["database"] == GOOD:
        needed |= {"migrations": _migrations(), "writes": write_probe.state()}
        beside["jobs"] = _jobs()
    beside["redis"] = _redis()
    serves = all(value == GOOD for value in needed.values())
    whole = all(value in (GOOD, "not used") for value in beside.values())
    state = "unavailable" if not serves else "ready" if whole else "degraded"
    return JsonResponse({"state": state} | needed | beside, status=200 if serves else 503)


def metrics(request: HttpRequest) -> HttpResponse:
    """What this server counts, for Prometheus. Anyone who may not read it finds no such page, whatever is asked."""
    if not may_read_metrics(request) or request.method not in ("GET", "HEAD"):
        raise Http404
    return HttpResponse(counted.of_processes() + server_metrics.of_server(), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "does not answer"
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    try:
        upgrades.refuse_unknown(set(executor.loader.applied_migrations))
    except upgrades.UnknownDatabase as reason:
        return str(reason)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(waiting)} not applied: run manage.py migrate" if waiting else "ok"


def _jobs() -> str:
    age = jobs.oldest_due_age().total_seconds()
    return "ok" if age <= OLDEST_JOB_SECONDS else f"the oldest job is due for {age:.0f} s: is a worker running?"


def _redis() -> str:
    answers = server_state.redis_answers()
    return "not used" if answers is None else "ok" if answers else "does not answer"
