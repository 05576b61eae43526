"""The web process: `gunicorn gipfel.wsgi`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings")

_CHARSET = re.compile(r";\s*charset\s*=[^;]*", re.I)
_django = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Every text that comes in is UTF-8, whatever charset is claimed for it.

    Django would decode addresses by the claimed one, and Python has codecs that are no text ("hex"): an error at
    every address, before anything of ours could refuse it.
    """
    if environ.get("CONTENT_TYPE"):
        environ["CONTENT_TYPE"] = _CHARSET.sub("", environ["CONTENT_TYPE"])
    return _django(environ, start_response)
