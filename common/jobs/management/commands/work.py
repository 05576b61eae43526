"""`manage.py work`: one worker that polls the rows. The embedded form's Celery."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Collection
from types import FrameType
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, close_old_connections

from common.jobs import services
from common.jobs.queues import Queue

log = logging.getLogger(__name__)

BEAT_SECONDS = 10.0
NICENESS = 10
"""Pages come first: while there is work for all processors, the worker gets a tenth of what a web process gets."""
LAST_JOB_SECONDS = 5
"""How long a job may go on after the worker was asked to stop. What it had not committed then is undone, and its row is
due again when the lease is over."""
PAUSE_AFTER_ERROR = 5.0


def _queues(text: str) -> tuple[Queue, ...]:
    """The queues of these names; ValueError for another."""
    return tuple(Queue(name) for name in text.split(","))


class Command(BaseCommand):
    help = "Do due jobs until stopped."
    requires_system_checks = ()
    """Django's checks import every page, which takes longer than all else at the start. The web process makes them."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--every", type=float, default=0.5, help="seconds between two looks at the rows")
        parser.add_argument("--nice", type=int, default=NICENESS, help=f"by how much pages come first ({NICENESS})")
        parser.add_argument("--once", action="store_true", help="do what is due now, then stop")
        parser.add_argument("--queues", type=_queues, help="the queues to work at, with commas between them (all)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            services.check_before_work()
        except ImproperlyConfigured as reason:
            raise CommandError(str(reason)) from None
        queues = options["queues"] or tuple(Queue)
        if options["once"]:
            services.run_due(queues=queues)
            return
        os.nice(options["nice"])
        if options["queues"]:
            services.prepare(queues)
        stopped = threading.Event()

        def stop(signum: int, frame: FrameType | None) -> None:
            stopped.set()
            signal.alarm(LAST_JOB_SECONDS)  # no one handles it: it ends this process

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        self._work(stopped, options["every"], queues)

    def _work(self, stopped: threading.Event, pause: float, queues: Collection[Queue]) -> None:
        """Look, work, rest; say every few seconds that this worker lives.

        A database that is locked, full or away for a while is no reason to end: what is due stays due.
        """
        name = f"work@{socket.gethostname()}:{os.getpid()}"
        looks = 0
        while not stopped.is_set():
            close_old_connections()
            try:
                if looks % max(1, int(BEAT_SECONDS / pause)) == 0:
                    services.beat(name)
                services.run_due(stopped=stopped.is_set, queues=queues)
            except Error as error:
                log.warning("the database does not work, so no job is done: %s", error)
                stopped.wait(PAUSE_AFTER_ERROR)
            looks += 1
            stopped.wait(pause)
