"""Addresses are found by their first part as they are found one after the other."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, URLResolver, get_resolver, include, path, reverse
from django.urls.resolvers import RoutePattern

from gipfel import urls
from gipfel.addresses import AddressesByPart

ADDRESSES = (
    "", "clubs", "clubs/gipfel", "clubs/gipfel/people/7", "events", "events/3", "events/3/pairings/2", "games/3/result",
    "api/v1/events/3/standings", "people/3", "ratings/1.csv", "robots.txt", ".well-known/gipfel-keys.json", "account",
)  # fmt: skip


def test_an_address_leads_where_it_led_when_all_were_tried() -> None:
    one_by_one = URLResolver(RoutePattern(""), urls._all)
    by_part = AddressesByPart(urls._all)
    for address in ADDRESSES:
        expected, found = one_by_one.resolve(address), by_part.resolve(address)
        assert (found.func, found.kwargs, found.route) == (expected.func, expected.kwargs, expected.route), address
    for missing in ("clubs//", "events/x", "nothing", "nothing/3", "games/3/resul"):
        for resolver in (one_by_one, by_part):
            with pytest.raises(Resolver404):
                resolver.resolve(missing)


def test_patterns_keep_their_order_and_those_that_begin_with_a_value_are_tried_for_every_part() -> None:
    def first(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    def second(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    inner = [path("a/<int:number>", second), path("<slug:name>/3", first)]
    by_part = AddressesByPart([path("b", first), path("", include(inner)), path("a/3", first)])
    assert [by_part.resolve(address).func for address in ("a/3", "c/3", "b/3")] == [second, first, first]


def test_only_patterns_of_the_part_are_tried() -> None:
    by_part = AddressesByPart(urls._all)
    assert len(by_part._among("games").url_patterns) < len(by_part._among("events").url_patterns) < 400
    assert len(by_part._among(None).url_patterns) < 20
    assert reverse("event", args=[3]) == "/events/3"
    assert get_resolver().resolve("/events/3").url_name == "event"
