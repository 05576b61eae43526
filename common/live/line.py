"""What the server measured of a line, in the hands of the page: signed, for who it was measured, and when.

The process that measures is not always the one that counts the time. So the page is told what was measured, in words
that it cannot change, and hands them on with what it says itself.
"""

from __future__ import annotations

import time
from functools import cache

from django.core.signing import BadSignature, Signer

FRESH_SECONDS = 60


@cache
def _signer() -> Signer:
    return Signer(salt="common.live.line")


def sign_line(milliseconds: int, client: str) -> str:
    """That a line to `client` takes so many milliseconds, both ways, as was measured now."""
    return _signer().sign(f"{milliseconds},{int(time.time())},{client}")


def read_line(signed: str, client: str) -> int | None:
    """The milliseconds that were measured; None for anything that is not so signed, for another client, or old."""
    try:
        milliseconds, at, measured = _signer().unsign(signed[:300]).split(",", 2)
    except (BadSignature, ValueError):
        return None
    is_fresh = 0 <= time.time() - int(at) <= FRESH_SECONDS
    return int(milliseconds) if measured == client and is_fresh else None
