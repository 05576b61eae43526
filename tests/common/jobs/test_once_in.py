"""What is asked for often and done once for all."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from common.jobs import services
from common.jobs.models import Job

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
HOUR = timedelta(hours=1)


def test_what_is_asked_for_again_is_done_when_it_was_to_be_done() -> None:
    services.request_once_in("note", "7", HOUR)
    first = Job.objects.get()
    services.request_once_in("note", "7", 2 * HOUR)
    again = Job.objects.get()
    assert (again.due_at, again.version) == (first.due_at, first.version + 1)


def test_while_a_worker_is_at_it_it_is_asked_for_anew_after_the_pause() -> None:
    now = timezone.now()
    services.request_once_in("note", "7", timedelta())
    first = Job.objects.get()
    Job.objects.update(leased_until=now + timedelta(minutes=1))
    services.request_once_in("note", "7", HOUR)
    again = Job.objects.get()
    assert again.version == first.version + 1 and now + HOUR <= again.due_at < now + 2 * HOUR
