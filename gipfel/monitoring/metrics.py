"""What a web process counts. Every label has few values, all from the code: routes, never paths; codes, never texts.

Several processes on one socket (`gipfel.server --workers N`) count into files of one folder, and whichever is asked
adds them up (prometheus_client's multiprocess mode, by PROMETHEUS_MULTIPROC_DIR). What the database knows, such as
jobs, is not counted here: `server_state` reads it when asked, the same from every process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

REQUESTS = Counter("gipfel_http_requests", "Requests answered.", ["route", "method", "status"])
REQUEST_SECONDS = Histogram(
    "gipfel_http_request_seconds", "Time in which a request was answered.", ["route"], buckets=_SECONDS
)
SLOW_REQUESTS = Counter("gipfel_http_slow_requests", "Requests slower than SLOW_REQUEST_MS.", ["route"])

QUERIES = Counter("gipfel_database_queries", "Statements that requests sent to the database.")
QUERY_SECONDS = Counter("gipfel_database_query_seconds", "Time that requests waited for the database.")
LOCK_SECONDS = Histogram(
    "gipfel_database_lock_seconds",
    "Time that requests waited where a lock is taken: BEGIN IMMEDIATE on SQLite, SELECT FOR UPDATE on PostgreSQL.",
    buckets=_SECONDS,
)
OUTAGES = Counter("gipfel_outages", "Answers with 503 for the state of the database, by its code.", ["code"])

CACHE_READS = Counter("gipfel_cache_reads", "Values asked of the cache.", ["result"])
CACHE_HITS, CACHE_MISSES = CACHE_READS.labels("hit"), CACHE_READS.labels("miss")

FAILED_SIGN_INS = Counter("gipfel_sign_ins_failed", "Wrong passwords.")

THREADS = Gauge("gipfel_web_threads", "Threads that answer requests.", multiprocess_mode="livesum")
BUSY_THREADS = Gauge("gipfel_web_threads_busy", "Threads that are at a request.", multiprocess_mode="livesum")
CONNECTIONS = Gauge("gipfel_web_connections", "Open connections of clients.", multiprocess_mode="livesum")
STREAMS = Gauge("gipfel_web_streams", "Connections that follow pages.", multiprocess_mode="livesum")
UNANSWERED = Gauge(
    "gipfel_web_requests_unanswered", "Requests that are at a thread or wait for one.", multiprocess_mode="livesum"
)
REFUSED = Counter("gipfel_web_refused", "Requests refused before any thread got them.", ["status"])


def of_processes() -> bytes:
    """What this process, or all that share its socket, have counted, in Prometheus' text format."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return generate_latest(REGISTRY)
    for pid in _dead(Path(folder)):
        mark_process_dead(pid, folder)
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)
    return generate_latest(registry)


def _dead(folder: Path) -> Iterator[int]:
    """Processes that left gauges behind. What they counted stays; what they were just at does not."""
    pids = {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_live*.db")}
    for pid in pids:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            yield pid
