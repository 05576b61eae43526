"""/readyz tries a write: a server that reads and cannot store is not ready."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from common.jobs import services as jobs
from common.jobs.models import Job, Probe
from gipfel import outages, write_probe
from tests.web.storage import full_storage, locked_table

pytestmark = pytest.mark.postgresql


@pytest.fixture(autouse=True)
def nothing_was_met() -> Iterator[None]:
    outages.forget()
    write_probe.forget()
    yield
    outages.forget()
    write_probe.forget()


def test_a_server_that_can_store_is_ready_and_writes_one_row_however_often_it_is_asked(
    client: Client, db: None
) -> None:
    for _ in range(3):
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["writes"]) == (200, "ok")
    first = Probe.objects.get().at
    assert client.get("/readyz").status_code == 200
    assert Probe.objects.get().at == first


def test_a_server_that_cannot_store_is_not_ready_until_it_can(client: Client, real_database: None) -> None:
    with full_storage("jobs_probe"):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["writes"] == "the disk is full or cannot be written"
    assert answer.json()["database"] == "ok"
    write_probe.forget()
    assert client.get("/readyz").status_code == 200


def test_a_write_that_failed_for_somebody_a_moment_ago_counts(client: Client, db: None) -> None:
    assert client.get("/readyz").status_code == 200
    outages.note(outages.FULL)
    assert client.get("/readyz").json()["writes"] == "the disk is full or cannot be written"


def test_a_long_write_of_somebody_else_is_no_fault(client: Client, real_database: None) -> None:
    with locked_table("jobs_probe"):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["writes"]) == (200, "ok")


def test_where_the_database_does_not_answer_the_node_is_taken_out(client: Client, db: None) -> None:
    def refuse(*_what: object) -> None:
        raise OperationalError("the connection is gone")

    with connection.execute_wrapper(refuse):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert (answer.json()["state"], answer.json()["database"]) == ("unavailable", "does not answer")
    assert client.get("/readyz").json()["state"] == "ready"


def test_without_a_worker_the_node_is_degraded_and_serves(client: Client, db: None) -> None:
    jobs.request("probe-test", "server")
    Job.objects.update(due_at=timezone.now() - timedelta(minutes=6))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["state"]) == (200, "degraded")
    assert "is a worker running?" in answer.json()["jobs"]
