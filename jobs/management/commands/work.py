"""`manage.py work`: one worker that polls the rows. The embedded form's Celery."""

from __future__ import annotations

import os
import signal
import socket
import threading
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from jobs import services

BEAT_SECONDS = 10.0


class Command(BaseCommand):
    help = "Do due jobs until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--every", type=float, default=0.5, help="seconds between two looks at the rows")
        parser.add_argument("--once", action="store_true", help="do what is due now, then stop")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            services.run_due()
            return
        stopped = threading.Event()

        def stop(signum: int, frame: FrameType | None) -> None:
            stopped.set()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        self._work(stopped, options["every"])

    def _work(self, stopped: threading.Event, pause: float) -> None:
        """Look, work, rest; say every few seconds that this worker lives."""
        name = f"work@{socket.gethostname()}:{os.getpid()}"
        looks = 0
        while not stopped.is_set():
            close_old_connections()
            if looks % max(1, int(BEAT_SECONDS / pause)) == 0:
                services.beat(name)
            looks += 1
            services.run_due()
            stopped.wait(pause)
