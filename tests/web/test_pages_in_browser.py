"""Every page of a server in use in Chromium: fits a phone, axe finds nothing, no complaint of the content policy."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import resolve

from players.models import Account
from testing.axe import faults_of
from testing.browser import PHONE, Open, overflow
from testing.crawl import kind_of, pages_from

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

HALF, SMALLEST = 640, 320
"""The width of a page of 1280 px at a zoom of 200 % (WCAG 2.2, 1.4.4) and of 400 % (1.4.10 Reflow)."""
EACH_ITS_OWN = {"rules/<slug:key>", "events/<int:event_id>/print/<slug:sheet>"}
"""Patterns of pages that axe looks at one by one: every game with its board, and every sheet."""
SMALL_TARGETS = """() => {
    const all = document.querySelectorAll("main button, main .button, main input:not([type=hidden]), main select");
    const small = [...all].filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 20);
    return small.map(e => e.outerHTML.slice(0, 80));
}"""


def one_of_a_kind(addresses: list[str]) -> list[str]:
    """One address of each pattern."""
    return sorted({kind_of(address): address for address in sorted(addresses)}.values())


def shape_of(address: str) -> str:
    """What pages share that one template draws: their pattern, but for those that stand in EACH_ITS_OWN."""
    route = resolve(address.partition("?")[0]).route
    return address if route in EACH_ITS_OWN else route


def test_every_page_fits_a_phone_in_persian_by_night_and_passes_axe(
    client: Client, administrator_of_all: Account, open_page: Open
) -> None:
    client.force_login(administrator_of_all)
    pages = pages_from(client, "/", "/search?q=a", "/jobs", few=True)
    addresses = one_of_a_kind([address for address, text in pages.items() if text.lstrip().startswith("<!doctype")])
    assert len(addresses) > 120
    page = open_page("/about", administrator_of_all, width=PHONE, language="fa", theme="dark")
    root = page.url.removesuffix("/about")
    looked_at: set[str] = set()
    wide = {}
    for address in addresses:
        page.goto(root + address)
        page.set_viewport_size({"width": PHONE, "height": 844})
        overflows = [overflow(page)]
        for width in (HALF, SMALLEST):
            page.set_viewport_size({"width": width, "height": 844})
            overflows.append(overflow(page))
        faults = [] if shape_of(address) in looked_at else faults_of(page, address)
        looked_at.add(shape_of(address))
        wide[address] = (overflows, page.evaluate(SMALL_TARGETS), faults)
    assert {address: found for address, found in wide.items() if found != ([0, 0, 0], [], [])} == {}
