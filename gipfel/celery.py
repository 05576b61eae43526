"""Celery, for the service form: messages wake workers, beat sweeps what no message reached."""

from __future__ import annotations

import logging
import os
import socket

from celery import Celery
from kombu.exceptions import OperationalError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings")

log = logging.getLogger(__name__)

app = Celery("gipfel")
app.config_from_object("django.conf:settings", namespace="CELERY")


@app.task(name="gipfel.sweep")  # type: ignore[untyped-decorator]  # celery has no types
def sweep() -> None:
    """Do whatever rows are due. A message carries nothing: the rows say what to do."""
    from jobs import services

    services.beat(f"celery@{socket.gethostname()}:{os.getpid()}")
    services.run_due()


def wake() -> None:
    """Send the message after a commit. Where the broker is away, the next beat finds the row."""
    try:
        sweep.apply_async(retry=False, expires=300)
    except OperationalError:
        log.warning("no broker: the sweep will find the job")
