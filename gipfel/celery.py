"""Celery, for the service form: messages wake workers, beat sweeps what no message reached."""

from __future__ import annotations

import logging
import os
import socket
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.signals import beat_init, celeryd_init, setup_logging
from django.core.exceptions import ImproperlyConfigured
from kombu.exceptions import OperationalError

from gipfel import environment as env

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings")

log = logging.getLogger(__name__)

app = Celery("gipfel")
app.config_from_object("django.conf:settings", namespace="CELERY")


@celeryd_init.connect
@beat_init.connect
def refuse_to_start(**_: Any) -> None:
    """End a worker or a beat with one line where its environment is not that of a service."""
    try:
        env.require_secret(env.secret_key())
        _check_database()
    except ImproperlyConfigured as reason:
        raise SystemExit(str(reason)) from None
    if not env.text("REDIS_URL"):
        raise SystemExit("REDIS_URL is not set, so nothing wakes a worker. Without Redis: manage.py work")


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


@app.task(name="gipfel.sweep")
def sweep() -> None:
    """Do whatever rows are due. A message carries nothing: the rows say what to do."""
    from common.jobs import services

    services.beat(f"celery@{socket.gethostname()}:{os.getpid()}")
    services.run_due()


def wake() -> None:
    """Send the message after a commit. Where the broker is away, the next beat finds the row."""
    try:
        sweep.apply_async(retry=False, expires=300)
    except OperationalError:
        log.warning("no broker: the sweep will find the job")
