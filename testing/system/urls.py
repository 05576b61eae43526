"""Every address of the server, read from its URL list: tests go through all of them, so that a new one is tried too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

API = "api/v1/"
A_METHOD_NOBODY_TAKES = "BREW"
_IN_ROUTE = re.compile(r"<\w+:(\w+)>")


@dataclass(frozen=True)
class Endpoint:
    """An address of the pages: its name, and the ids and words that stand in it."""

    name: str
    route: str
    ids: tuple[str, ...]


OFF = {"metrics"}
"""Addresses at which, unless the operator says otherwise, there is no page for anyone: tests/monitoring has theirs."""


def endpoints() -> list[Endpoint]:
    """All addresses outside the API, by name, that are there without a setting of their own."""
    every = ((route, pattern) for route, pattern in all_patterns(get_resolver()) if not route.startswith(API))
    found = [(route, pattern) for route, pattern in every if pattern.name not in OFF]
    return sorted(
        (Endpoint(str(pattern.name), route, tuple(pattern.pattern.converters)) for route, pattern in found),
        key=lambda endpoint: endpoint.name,
    )


def addresses(known: Mapping[str, object]) -> set[str]:
    """Every address of the server, API and all, in which only these ids and words stand."""
    found = set()
    for route, _pattern in all_patterns(get_resolver()):
        if not route.startswith(API + "^") and set(_IN_ROUTE.findall(route)) <= set(known):
            found.add("/" + _IN_ROUTE.sub(lambda each: str(known[each[1]]), route))
    return found


def all_patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address below `resolver`: its route from `before` on, and the pattern."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from all_patterns(pattern, route)
        else:
            yield route, pattern


def methods_at(client: Client, address: str) -> frozenset[str]:
    """The methods that the endpoint at `address` takes, as it lists them when asked with one that it does not know."""
    answer = client.generic(A_METHOD_NOBODY_TAKES, address)
    assert answer.status_code == 405, f"{address} answers any method at all ({answer.status_code})"
    return frozenset(answer["Allow"].replace(" ", "").split(","))
