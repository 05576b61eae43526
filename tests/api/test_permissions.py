"""Every endpoint that writes, tried by everybody. The list of endpoints comes from the addresses themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest import Subtests

from testing.api.api_fixture import World, nobody
from testing.api.caller import Caller, callers_for, error
from testing.api.endpoints import writing_endpoints
from testing.savepoints import undone
from testing.tables import nothing_moved, rows_of_all_tables

ENDPOINTS = sorted(writing_endpoints())
CHANGES_NOTHING = {
    ("POST", "events/<int:event_id>/draft/check"): "a layout is looked at, not kept",
    ("DELETE", "play/blocks/<int:person_id>"): "nobody is blocked",
    ("POST", "pools/<int:pool_id>/fit"): "the games of the list propose nothing, which is said",
    ("POST", "play/games/<int:game_id>/claim"): "nobody has left the game, which is said",
}
"""What the good request finds nothing to change for."""


OF_EVERY_ACCOUNT = {
    (way, f"{of}/follow") for way in ("PUT", "DELETE") for of in ("players/<int:person_id>", "clubs/<slug:slug>")
} | {("POST", "uploads"), ("POST", "analysis")}
"""What every account may do, for itself; and those that organise another club, too."""


def test_every_endpoint_that_writes_is_tried_here(world: World) -> None:
    assert set(world.requests) == set(ENDPOINTS)


def test_nobody_writes_without_a_key(world: World, subtests: Subtests) -> None:
    before = rows_of_all_tables()
    for endpoint in ENDPOINTS:
        request = world.requests[endpoint]
        with subtests.test(" ".join(endpoint)), undone(), nothing_moved(before):
            answer = Caller().ask(endpoint[0], request.path, request.body)
            assert (answer.status_code, error(answer)["code"]) == (401, "not-authenticated")
            assert answer["WWW-Authenticate"] == "Bearer, Token"


@pytest.mark.parametrize("who", ["stranger", "nobody"])
def test_who_has_no_business_there_is_refused(who: str, world: World, subtests: Subtests) -> None:
    caller = Caller.of_old(world.stranger if who == "stranger" else nobody())
    before = rows_of_all_tables()
    for endpoint in sorted(set(ENDPOINTS) - OF_EVERY_ACCOUNT):
        request = world.requests[endpoint]
        with subtests.test(" ".join(endpoint)), undone(), nothing_moved(before):
            answer = caller.ask(endpoint[0], request.path, request.body)
            assert answer.status_code == request.refused, answer.content
            assert error(answer)["message"]


def test_who_may_does_it(world: World, subtests: Subtests) -> None:
    callers = callers_for(world)
    before = rows_of_all_tables()
    for endpoint in ENDPOINTS:
        request = world.requests[endpoint]
        with subtests.test(" ".join(endpoint)), undone():
            answer = callers[request.by].ask(endpoint[0], request.path, request.body)
            assert answer.status_code == request.code, answer.content
            assert (rows_of_all_tables() == before) == (endpoint in CHANGES_NOTHING)


def test_a_key_that_is_wrong_or_taken_back_opens_nothing(world: World, call: Callable[..., Caller]) -> None:
    caller = call(world.organiser)
    world.organiser.tokens.all().delete()
    for answer in (caller.get("/clubs"), caller.patch("/clubs/rotterdam", {"place": "Delft"})):
        assert (answer.status_code, error(answer)["code"]) == (401, "authentication-failed")
    for header in ("Token", "Token a b", "Bearer x", "Token \xff\x00"):
        assert call().get("/clubs", Authorization=header).status_code == 401


def test_an_account_that_is_switched_off_writes_nothing(world: World, call: Callable[..., Caller]) -> None:
    caller = call(world.organiser)
    world.organiser.is_active = False
    world.organiser.save()
    assert caller.patch("/clubs/rotterdam", {"place": "Delft"}).status_code == 401


def test_a_session_of_the_pages_is_no_key(world: World) -> None:
    """A cookie that a browser sends by itself must not write: there is no CSRF token here."""
    from django.test import Client

    client = Client()
    client.force_login(world.organiser)
    answer = client.patch("/api/v1/clubs/rotterdam", {"place": "Delft"}, content_type="application/json")
    assert answer.status_code == 401
