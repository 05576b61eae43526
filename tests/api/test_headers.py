"""Headers that programs look for: schemes of Authorization, limits, and what pages of other sites may read."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.api.limits import limit_api

pytestmark = pytest.mark.django_db

PREFLIGHT = {"Origin": "https://league.example", "Access-Control-Request-Method": "GET"}


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "Token", "TOKEN"])
def test_a_key_is_sent_by_either_scheme(scheme: str, club: Club, organiser: Account) -> None:
    key = Caller(organiser).key
    answer = Caller().patch("/clubs/rotterdam", {"place": "Delft"}, Authorization=f"{scheme} {key}")
    assert (answer.status_code, answer.json()["place"]) == (200, "Delft")


@pytest.mark.parametrize("header", ["Basic x", "Bearer", "Bearer a b", "Bearer none"])
def test_another_scheme_or_no_key_is_refused(header: str, club: Club) -> None:
    answer = Caller().get("/clubs", Authorization=header)
    assert (answer.status_code, error(answer)["code"]) == (401, "authentication-failed")
    assert answer["WWW-Authenticate"] == "Bearer, Token"


def test_every_answer_says_what_is_left(club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    limit_api(monkeypatch, reads=2, writes=5)
    caller = Caller(organiser)
    told = [caller.get(path) for path in ("/clubs", "/clubs/none", "/clubs")]
    assert [answer.status_code for answer in told] == [200, 404, 429]
    assert {answer["RateLimit-Policy"] for answer in told} == {'"reads";q=2;w=60'}
    left = [re.fullmatch(r'"reads";r=(\d+);t=(\d+)', answer["RateLimit"]) for answer in told]
    assert [int(found[1]) for found in left if found] == [1, 0, 0]
    assert all(0 < int(found[2]) <= 60 for found in left if found)
    written = caller.patch("/clubs/rotterdam", {"place": "Delft"})
    assert written["RateLimit-Policy"] == '"writes";q=5;w=60'
    assert written["RateLimit"].startswith('"writes";r=4;t=')


def test_pages_of_other_sites_read_what_is_public(club: Club) -> None:
    answer = Client().get("/api/v1/clubs", headers={"Origin": "https://league.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert {"ETag", "RateLimit", "Retry-After"} <= set(answer["Access-Control-Expose-Headers"].split(", "))


def test_a_preflight_allows_reading_and_nothing_else(club: Club) -> None:
    answer = Client().options("/api/v1/clubs", headers=PREFLIGHT)
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
    allowed = answer["Access-Control-Allow-Headers"].split(", ")
    assert sorted(allowed) == ["accept", "accept-language", "if-none-match"]
    assert int(answer["Access-Control-Max-Age"]) > 0
    assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.parametrize("path", ["/", "/clubs/rotterdam", "/sign-in"])
def test_pages_are_for_this_site_alone(path: str, club: Club) -> None:
    assert "Access-Control-Allow-Origin" not in Client().get(path, headers={"Origin": "https://league.example"})
