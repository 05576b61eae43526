"""The pages as a WSGI application. `python -m gipfel.server` serves it, by way of gipfel.asgi."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from gipfel.environment import require_secrets
from gipfel.upgrades import refuse_at_start

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings")
if os.environ["DJANGO_SETTINGS_MODULE"] == "gipfel.settings":  # tests have a secret of their own
    require_secrets()

_CHARSET = re.compile(r";\s*charset\s*=[^;]*", re.I)
_django = get_wsgi_application()
if os.environ["DJANGO_SETTINGS_MODULE"] == "gipfel.settings":
    refuse_at_start()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Every text that comes in is UTF-8, whatever charset is claimed for it.

    Django would decode addresses by the claimed one, and Python has codecs that are no text ("hex"): an error at
    every address, before anything of ours could refuse it. An answer to HEAD has no body (RFC 9110, 9.3.2).
    """
    if environ.get("CONTENT_TYPE"):
        environ["CONTENT_TYPE"] = _CHARSET.sub("", environ["CONTENT_TYPE"])
    answer = _django(environ, start_response)
    return _without_body(answer) if environ.get("REQUEST_METHOD") == "HEAD" else answer


def _without_body(answer: Iterable[bytes]) -> Iterable[bytes]:
    """The end of an answer of which only the head is wanted."""
    close = getattr(answer, "close", None)
    if close is not None:
        close()
    return []
