"""Many workers at one table of jobs: each takes a row of its own, and none waits for another."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from common.jobs import services
from common.jobs.models import Job
from testing.patience import LONGEST
from tests.threads import at_once

pytestmark = [
    pytest.mark.usefixtures("real_database"),
    pytest.mark.postgresql,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]


def test_a_row_that_another_worker_is_taking_is_passed_over() -> None:
    services.request_many("rate", ["1", "2"])
    oldest = Job.objects.earliest("pk")
    holds, taken = threading.Event(), threading.Event()

    def take_slowly() -> None:
        with transaction.atomic():
            Job.objects.select_for_update().get(pk=oldest.pk)
            holds.set()
            assert taken.wait(LONGEST), "the other waited for this row"

    def take() -> object:
        assert holds.wait(LONGEST)
        found = [services._take(), services._take()]
        taken.set()
        return found

    _nothing, found = at_once(take_slowly, take)
    assert isinstance(found, list), found
    lease, none = found
    assert lease.pk != oldest.pk and none is None
