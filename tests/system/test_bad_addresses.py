"""Numbers in addresses that are of nothing, or of something else; words after the question mark. Never 500."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial

import pytest
from django.conf import settings
from django.db import connection
from django.urls import Resolver404, resolve

from testing.computed import ask_until_computed
from testing.system.site_fixture import ADMINISTRATOR, Site
from testing.system.urls import Endpoint, endpoints

pytestmark = pytest.mark.postgresql

ENDPOINTS = endpoints()
SCRIPT = "<script>alert(1)</script>"
HUGE = "1" + "0" * 30
DIGITS = "9" * 5000
"""More than Python turns into a number: `int` raises ValueError."""
NOBODYS = {"sqlite": (2**63,), "postgresql": (2**31, 2**63)}[connection.vendor]
"""Ids and numbers of nothing: beyond 64 bits, which each database refuses in its way; beyond 32, as one alone does."""
WORDS = {
    "sqlite": [HUGE, pytest.param(DIGITS, marks=pytest.mark.slow)],
    "postgresql": [HUGE, f"\0{SCRIPT}٣"],
}[connection.vendor]
"""What stands behind the question mark: each where it comes furthest. A zero byte is refused by PostgreSQL alone."""
NOT_FOUND = {404, 405}

ASKED = ("q", "page", "who", "round", "ply", "record", "from", "variation", "flip", "style", "v", "other", "since",
         "preset", "club", "rules", "next", "late", "said", "key", "label", "name", "state", "player", "message",
         "opponent", "event", "result", "until", "fewest", "most", "opening", "position", "path", "kind",
         "clock", "colour", "least", "row", "minutes", "premove", "country", "active",
         "provisional", "p", "also", "rows", "template", "theme",
         "turns", "setup", "handicap", "options", "threats", "piece", "on")  # fmt: skip
"""Every name that some page looks for behind the question mark."""


def asked(site: Site, address: str) -> set[int]:
    """What an administrator, who may do everything, gets at this address by reading and by sending a form."""
    client = site.client(ADMINISTRATOR)
    good = {"reason": "because", "typed": "Round 1", "since": "2026-01-01"}
    return {client.get(address).status_code, client.post(address, good).status_code}


def numbers_in(endpoint: Endpoint) -> list[str]:
    return [each for each in endpoint.ids if each == "number" or each.endswith("_id")]


def test_a_number_of_nothing_leads_nowhere(site: Site) -> None:
    """Each number in each address in turn."""
    found = {}
    for endpoint in ENDPOINTS:
        for each in numbers_in(endpoint):
            for number in NOBODYS:
                address = site.address(endpoint, **{each: number})
                found[address] = asked(site, address) - NOT_FOUND
    assert len(found) > 100
    assert {address: answers for address, answers in found.items() if answers} == {}
    assert site.touched() == []


def test_a_number_that_cannot_be_read_leads_nowhere(site: Site) -> None:
    """No page is at such an address, which shows without asking; the few that take any text are asked."""
    tried, found = 0, {}
    for endpoint in ENDPOINTS:
        for each in numbers_in(endpoint):
            address, tried = site.address(endpoint, **{each: DIGITS}), tried + 1
            with suppress(Resolver404):
                resolve(address)
                found[endpoint.name] = asked(site, address) - NOT_FOUND
    assert tried > 100
    assert {name: answers for name, answers in found.items() if answers} == {}
    assert site.touched() == []


def test_what_belongs_to_another_event_or_club_is_not_found_here(site: Site) -> None:
    """An address with two ids: the first of another event or club, the second of ours."""
    theirs, found = {"event_id": site.world.started.pk, "slug": "another"}, {}
    for endpoint in ENDPOINTS:
        if endpoint.ids[:1] and endpoint.ids[0] in theirs and any(each.endswith("_id") for each in endpoint.ids[1:]):
            address = site.address(endpoint, **{endpoint.ids[0]: theirs[endpoint.ids[0]]})
            found[address] = asked(site, address) - NOT_FOUND
    assert len(found) > 15
    assert {address: answers for address, answers in found.items() if answers} == {}
    assert site.touched() == []


@pytest.mark.slow
@pytest.mark.parametrize("value", WORDS)
def test_no_query_breaks_a_page(value: str, site: Site) -> None:
    client = site.client(ADMINISTRATOR)
    for endpoint in ENDPOINTS:
        answer = ask_until_computed(partial(client.get, site.address(endpoint), dict.fromkeys(ASKED, value)))
        unchanged = (204,) if endpoint.name.endswith("-state") else ()  # a board that the script has already
        not_theirs = (403,) if endpoint.name == "study-new" else ()  # an administrator is no player
        assert answer.status_code in (200, 302, 400, 404, 405, 410, *unchanged, *not_theirs), endpoint.name
        assert SCRIPT.encode() not in answer.getvalue(), endpoint.name
    assert set(site.touched()) <= {"jobs.JobCount"}, "a worker counts what it has computed, and nothing else is written"


def test_every_name_that_pages_look_for_behind_the_question_mark_is_tried() -> None:
    apps = ("gipfel", "players", "games", "ratings", "play", "tournaments")
    views = [path for app in apps for path in (settings.BASE_DIR / app).glob("**/views*/**/*.py")]
    code = "".join(
        path.read_text(encoding="utf-8") for path in [*views, settings.BASE_DIR / "ratings/lists/pages/lists.py"]
    )
    names = re.findall(r"""(?:GET\.get\(|_asked\(request, )["'](\w+)""", code)
    assert "q" in names and set(names) <= set(ASKED)
