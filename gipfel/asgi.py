"""The application for an ASGI server: the pages of `gipfel.wsgi`, answered in WEB_THREADS threads."""

from __future__ import annotations

from gipfel.environment import number
from gipfel.server.bridge import Bridge
from gipfel.wsgi import application as wsgi

application = Bridge(wsgi, number("WEB_THREADS", 8))
