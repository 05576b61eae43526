"""What a request is called where requests are counted: one of as many names as there are addresses in the code."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

STATIC, NO_ROUTE = "static", "none"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_FIRST_ERROR = 400


def route_of(request: HttpRequest, status: int) -> str:
    """The pattern of its address ("/events/<int:event_id>"), "static" for files, "none" where there is no such page.

    Never the path itself: anybody can make up paths, and some hold names and tokens.
    """
    if request.resolver_match is not None:
        return f"/{request.resolver_match.route}"
    is_file = request.path_info.startswith(f"/{settings.STATIC_URL.strip('/')}/")
    return STATIC if is_file and status < _FIRST_ERROR else NO_ROUTE


def method_of(request: HttpRequest) -> str:
    """The method, or "other" for a word that is none of HTTP's usual ones."""
    return request.method if request.method in METHODS else "other"
