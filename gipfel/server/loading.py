"""The application, loaded and warmed up in the process that serves it."""

from __future__ import annotations

import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import NoReturn

from django.core.exceptions import ImproperlyConfigured
from uvicorn.config import STARTUP_FAILURE

from gipfel.environment import number
from gipfel.server.bridge import Bridge


def load() -> Bridge:
    """Import Django and all of ours. Where that fails the process ends, with a code after which it stays so.

    It is done in a thread: uvicorn calls this inside its event loop, where Django lets nobody ask the database.
    """
    with ThreadPoolExecutor(1) as beside:
        try:
            return beside.submit(_load).result()
        except ImproperlyConfigured as error:
            _stop(f"Gipfel cannot start: {error}\n")
        except Exception:
            _stop(traceback.format_exc())


def build_application() -> Bridge:
    """The pages of `gipfel.wsgi`, answered in WEB_THREADS threads."""
    from gipfel.wsgi import application  # imports Django and all of ours

    return Bridge(application, number("WEB_THREADS", 8))


def _load() -> Bridge:
    from django.conf import settings

    from gipfel.server.warm_up import warm_up

    application = build_application()
    if not settings.DEBUG:
        warm_up()
    return application


def _stop(reason: str) -> NoReturn:
    sys.stderr.write(reason)
    sys.exit(STARTUP_FAILURE)
