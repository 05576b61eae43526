"""The application, loaded and warmed up in the process that serves it."""

from __future__ import annotations

import gc
import sys
import traceback
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, NoReturn

from django.core.exceptions import ImproperlyConfigured
from uvicorn.config import STARTUP_FAILURE

from gipfel.environment import number
from gipfel.server.bridge import Bridge
from gipfel.server.ending import expect_announcement
from gipfel.server.live.endpoint import LiveEndpoint
from gipfel.server.live.hub import Hub
from gipfel.server.live.moves import Moves
from gipfel.server.live.pages import AnonymousReader, Wsgi
from gipfel.server.live.places import Bounds
from gipfel.server.live.shared import SharedPages
from gipfel.server.requests import environ_of
from gipfel.server.streams import Streams
from gipfel.server.watchdog import end_with_supervisor, watch


def load() -> Bridge:
    """Import Django and all of ours. Where that fails the process ends, with a code after which it stays so.

    It is done in a thread: uvicorn calls this inside its event loop, where Django lets no one ask the database.
    """
    end_with_supervisor()
    expect_announcement()
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

    live = _streams(application)
    lines = Streams(application, Moves(live.hub), live.client_of)
    return Bridge(application, number("WEB_THREADS", 8), live, lines)


def _streams(application: Wsgi) -> LiveEndpoint:
    """What open pages follow."""
    from django.conf import settings
    from django.contrib.staticfiles.storage import staticfiles_storage
    from django.core.cache import cache

    from common.live.bus import bus
    from common.release import release
    from gipfel.server.live import kinds
    from play.table.live_turns import board_to_follow
    from play.watching.live_pages import page_to_follow
    from players.core.client_address import client_address, network_of

    def compose(name: str, language: str, message: str) -> dict[str, Any] | None:
        return board_to_follow(name, language, message) or page_to_follow(name, language, message)

    reader = AnonymousReader(application, settings.BASE_URL, settings.LANGUAGE_COOKIE_NAME, kinds.address_of)
    shared = SharedPages(cache, f"{release()} {getattr(staticfiles_storage, 'manifest_hash', '')}")
    bounds = Bounds(of_client=settings.LIVE_STREAMS_PER_ADDRESS)
    return LiveEndpoint(
        Hub(reader, _read_versions, bus(), bounds, compose, kinds.scope_of, shared),
        languages=frozenset(code for code, _name in settings.LANGUAGES),
        client_of=lambda scope: network_of(client_address(environ_of(scope, BytesIO(), 0))),
        most_per_client=settings.LIVE_STREAMS_PER_ADDRESS,
        is_known=kinds.is_known,
    )


def _read_versions(keys: Iterable[str]) -> Mapping[str, int]:
    """The versions of scopes, asked in a thread that answers no requests: its connection is looked after here."""
    from django.db import close_old_connections

    from common.journal.queries import versions

    close_old_connections()
    try:
        return versions(keys)
    finally:
        close_old_connections()


def _load() -> Bridge:
    from django.conf import settings

    from gipfel.server.warm_up import warm_up

    application = build_application()
    from play.clocks.services.uptime import watch_over_clocks

    if not settings.DEBUG and number("WEB_WARM_UP", 1):
        warm_up()
    watch_over_clocks()
    watch(application.is_stuck)
    gc.collect()
    gc.freeze()  # all that stays for ever: to look through it took a request 150 ms now and then
    return application


def _stop(reason: str) -> NoReturn:
    sys.stderr.write(reason)
    sys.exit(STARTUP_FAILURE)
