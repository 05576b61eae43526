"""What is not counted but read: jobs, workers, backups, disks and versions as metrics, the same from every process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import Error
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from common.jobs import queries as jobs
from gipfel.monitoring import server_state


def of_server() -> bytes:
    """In Prometheus' text format. A database that does not answer leaves `gipfel_database_up 0` and nothing of it."""
    registry = CollectorRegistry()
    registry.register(_Server())
    return generate_latest(registry)


class _Server(Collector):
    def collect(self) -> Iterator[Metric]:
        try:
            families = [*_jobs(), *_workers(), *_backups(), _versions()]
        except Error:
            yield _gauge("gipfel_database_up", "Whether the database answers.", 0)
        else:
            yield _gauge("gipfel_database_up", "Whether the database answers.", 1)
            yield from families
        free = GaugeMetricFamily("gipfel_disk_free_bytes", "Free space where something is kept.", labels=["place"])
        for disk in server_state.disks():
            free.add_metric([disk.what], disk.free)
        yield free


def _jobs() -> Iterator[Metric]:
    waiting = GaugeMetricFamily("gipfel_jobs", "Jobs that are not done, by state.", labels=["state"])
    for state, number in jobs.numbers_by_state().items():
        waiting.add_metric([state], number)
    yield waiting
    yield _gauge(
        "gipfel_jobs_oldest_due_seconds",
        "How long the most overdue job has waited.",
        jobs.oldest_due_age().total_seconds(),
    )
    done = CounterMetricFamily("gipfel_jobs_done", "Jobs done.", labels=["kind"])
    failed = CounterMetricFamily("gipfel_jobs_failed", "Attempts at jobs that failed.", labels=["kind"])
    seconds = CounterMetricFamily("gipfel_jobs_seconds", "Time that jobs took, failed ones too.", labels=["kind"])
    for count in jobs.counts():
        done.add_metric([count.kind], count.done)
        failed.add_metric([count.kind], count.failed)
        seconds.add_metric([count.kind], count.seconds)
    yield from (done, failed, seconds)


def _workers() -> Iterator[Metric]:
    age = jobs.last_heartbeat_age()
    if age is not None:
        yield _gauge("gipfel_worker_seen_seconds", "How long ago any worker was seen.", age.total_seconds())


def _backups() -> Iterator[Metric]:
    backups = server_state.backups()
    if backups.age is not None:
        yield _gauge("gipfel_backup_age_seconds", "Age of the newest backup.", backups.age.total_seconds())
    if backups.size is not None:
        yield _gauge("gipfel_backup_bytes", "Size of the newest backup.", backups.size)


def _versions() -> Metric:
    versions = server_state.versions()
    labels = {"release": versions.release, "python": versions.python, "django": versions.django}
    labels |= {"database": versions.database}
    info = GaugeMetricFamily("gipfel_release_info", "What runs here; always 1.", labels=list(labels))
    info.add_metric(list(labels.values()), 1)
    return info


def _gauge(name: str, help_text: str, value: Any) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, help_text, value=value)
