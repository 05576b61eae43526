"""The application for an ASGI server: the pages of `gipfel.wsgi`, answered in WEB_THREADS threads."""

from __future__ import annotations

from gipfel.server.loading import build_application

application = build_application()
