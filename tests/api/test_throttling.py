"""Reads and writes are counted apart, by account or by the address that asks."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.api.limits import limit_api

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_api(monkeypatch, reads=2, writes=2)


def test_the_third_read_waits(club: Club) -> None:
    assert [Caller().get("/clubs").status_code for _each in range(3)] == [200, 200, 429]
    answer = Caller().get("/clubs")
    assert error(answer)["code"] == "throttled"
    assert 0 < int(answer["Retry-After"]) <= 60


def test_writes_are_counted_apart_from_reads(club: Club, organiser: Account) -> None:
    caller = Caller(organiser)
    assert [caller.get("/clubs").status_code for _each in range(3)] == [200, 200, 429]
    edits = [caller.patch("/clubs/rotterdam", {"place": place}).status_code for place in ("Delft", "Leiden", "Gouda")]
    assert edits == [200, 200, 429]
    club.refresh_from_db()
    assert club.place == "Leiden"


def test_accounts_at_one_address_are_counted_apart(organiser: Account, stranger: Account) -> None:
    for account in (organiser, stranger, None):
        assert [Caller(account).get("/clubs").status_code for _each in range(3)] == [200, 200, 429]


def test_what_a_reader_claims_of_the_address_counts_for_nothing(club: Club) -> None:
    answers = [Caller().get("/clubs", **{"X-Forwarded-For": f"10.0.0.{n}"}).status_code for n in range(3)]
    assert answers == [200, 200, 429]


def test_behind_a_proxy_readers_are_told_apart_by_what_it_says(club: Club, settings: LazySettings) -> None:
    settings.TRUSTED_PROXIES = ("127.0.0.1",)
    answers = [Caller().get("/clubs", **{"X-Forwarded-For": f"9.9.9.9, 10.0.0.{n}"}).status_code for n in range(4)]
    assert answers == [200] * 4
