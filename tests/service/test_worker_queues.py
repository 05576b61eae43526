"""Celery's workers by queue: what is urgent is done before what is not, and what was called in vain is called again."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import cast

import pytest
from django.utils import timezone
from redis import Redis as StrictRedis

from common.jobs import queries, services
from common.jobs.models import Job, JobCount
from common.jobs.queues import Queue
from testing.servers import Redis
from testing.service.processes import Service, eventually

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]

KINDS = {
    Queue.ANALYSIS: ("find-hint", "hint:1"),
    Queue.TURNS: ("partner-turn", "game:1"),
    Queue.HEAVY: ("deliver-webhook", "event:1:1"),
    Queue.RATINGS: ("judge-arranged-games", "game:1"),
    Queue.MAIL: ("mail-pairing", "event:1:1:1"),
    Queue.NOW: ("expire-joins", "server"),
}
"""A kind of each queue and a subject that is not there, in the order that is wrong."""
QUEUE_OF = {kind: queue for queue, (kind, _subject) in KINDS.items()}


def ask_for_all() -> None:
    for kind, subject in KINDS.values():
        services.request(kind, subject)


def kinds_left() -> set[str]:
    return set(Job.objects.filter(kind__in=QUEUE_OF).values_list("kind", flat=True))


def was_seen_after(moment: datetime) -> bool:
    return (queries.last_seen_at() or moment) > moment


def calls_waiting(server: Redis) -> int:
    """How many calls for mail lie in Redis, under the name that kombu gives to a queue and a priority."""
    return int(cast(int, StrictRedis.from_url(server.url).llen(f"mail\x06\x16{Queue.MAIL.priority}")))


def test_the_kinds_wait_where_they_should() -> None:
    assert {kind: services.kinds()[kind] for kind in QUEUE_OF} == QUEUE_OF


def test_one_worker_does_what_is_urgent_first_and_analysis_last(service: Service) -> None:
    ask_for_all()
    service.beat()
    service.worker()
    eventually(lambda: not kinds_left(), 120, "every job")
    done = JobCount.objects.filter(kind__in=QUEUE_OF).order_by("last_done_at")
    assert [QUEUE_OF[count.kind] for count in done] == list(Queue)


@pytest.mark.slow
def test_a_worker_of_some_queues_leaves_the_others(service: Service) -> None:
    ask_for_all()
    service.beat()
    service.worker("-Q", "now,mail,ratings")
    left = {KINDS[queue][0] for queue in (Queue.HEAVY, Queue.TURNS, Queue.ANALYSIS)}
    eventually(lambda: kinds_left() == left, 120, "its jobs")


@pytest.mark.slow
def test_what_redis_forgot_is_sent_again_and_no_calls_pile_up(service: Service, redis: Redis) -> None:
    services.request(*KINDS[Queue.MAIL])
    service.beat()
    service.worker("-Q", "now")
    eventually(lambda: calls_waiting(redis) == 1, 60, "the call for the row")
    for _sweep in range(3):
        eventually(partial(was_seen_after, timezone.now()), 60, "another sweep")
        assert calls_waiting(redis) <= 1
    redis.kill()
    redis.start()
    eventually(lambda: calls_waiting(redis) == 1, 60, "the call after Redis was empty")
