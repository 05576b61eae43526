"""Celery, for the service form: a task for each kind of job, called by its name with the subject of a row.

A message may be lost or come twice: the row says whether there is something to do, and the sweep calls again.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterable
from functools import partial
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.signals import beat_init, celeryd_after_setup, celeryd_init, import_modules, setup_logging
from django.core.exceptions import ImproperlyConfigured
from kombu import Queue as CeleryQueue
from kombu.exceptions import OperationalError

from common.jobs.queues import Queue
from gipfel import environment as env

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings")
# Django's checks import every page, a third of what a worker takes to start. `manage.py work` makes none either.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

log = logging.getLogger(__name__)

app = Celery("gipfel")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [CeleryQueue(queue, routing_key=queue) for queue in Queue]


@celeryd_init.connect
@beat_init.connect
def refuse_to_start(**_: Any) -> None:
    """End a worker or a beat with one line where its environment is not that of a service."""
    try:
        env.require_secrets()
        _check_database()
    except ImproperlyConfigured as reason:
        raise SystemExit(str(reason)) from None
    if not env.text("REDIS_URL"):
        raise SystemExit("REDIS_URL is not set, so nothing calls a worker. Without Redis: manage.py work")


@setup_logging.connect
def configure_logging(loglevel: int | str | None = None, **_: Any) -> None:
    """Log as the web process does, by LOG_FORMAT and LOG_LEVEL, in place of Celery's own lines.

    A level that was given on the command line holds for Celery's own loggers.
    """
    from django.conf import settings

    dictConfig(settings.LOGGING)
    if loglevel is not None:
        logging.getLogger("celery").setLevel(loglevel)


def _check_database() -> None:
    """Raise ImproperlyConfigured where this release does not know the database."""
    import django

    django.setup()
    from gipfel.upgrades import refuse_at_start

    refuse_at_start()


@celeryd_after_setup.connect
def load_before_work(**_: Any) -> None:
    """Load what the queues need that a worker was told to take; its processes are copies of this one."""
    from common.jobs import services

    chosen = {Queue(name) for name in app.amqp.queues.consume_from}
    if chosen != set(Queue):
        services.prepare(sorted(chosen))


@import_modules.connect
def name_tasks(**_: Any) -> None:
    """Make a task of each kind of job."""
    from common.jobs import services

    for kind in services.kinds():
        app.task(name=kind)(_work(kind))


def _work(kind: str) -> Callable[[str], None]:
    def work(subject: str) -> None:
        from common.jobs import services

        services.run_now(kind, [subject])

    return work


@app.task(name="gipfel.sweep")
def sweep() -> None:
    """Call anew, from the rows, for all that is due: messages that no one has taken until now are thrown away."""
    from common.jobs import services

    services.beat(f"celery@{socket.gethostname()}:{os.getpid()}")
    with app.connection_for_write() as connection, connection.channel() as channel:
        for queue in Queue:
            CeleryQueue(queue, channel=channel).purge()
    services.send_due()


def send(kind: str, subjects: Iterable[str]) -> None:
    """Call workers for these rows. Where the broker is away, the next sweep finds them."""
    from common.jobs import services

    queue = services.kinds()[kind]
    call = partial(app.send_task, kind, queue=queue, priority=queue.priority, retry=False)
    try:
        for subject in subjects:
            call([subject])
    except OperationalError:
        log.warning("no broker: the sweep will find the job")
