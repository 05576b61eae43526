"""The endpoints of the API as they are routed."""

from __future__ import annotations

from typing import Any

from gipfel.api.root import NotFound
from gipfel.api.urls import urlpatterns

WRITING = ("POST", "PUT", "PATCH", "DELETE")


def endpoints() -> list[tuple[str, type[Any]]]:
    """Every address of the API with the class behind it."""
    found = [(str(each.pattern), getattr(each.callback, "view_class", None)) for each in urlpatterns]
    return [(route, view) for route, view in found if view not in (None, NotFound)]


def methods_of(view: type[Any]) -> list[str]:
    """The methods that an endpoint answers."""
    return [method for method in ("GET", *WRITING) if hasattr(view, method.lower())]


def writing_endpoints() -> set[tuple[str, str]]:
    """(method, route) of every endpoint that writes."""
    return {(method, route) for route, view in endpoints() for method in methods_of(view) if method in WRITING}
