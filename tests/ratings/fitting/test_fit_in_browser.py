"""The page of fitted numbers in Chromium: read in each look, and adopted by one click."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from players.models import Account, Club
from ratings.fitting.queries import fit_pool
from ratings.models import Pool
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.ratings.factories import list_of_beginners

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOKS: dict[str, dict[str, object]] = {
    "english": {"language": "en"},
    "persian phone": {"language": "fa", "width": PHONE},
    "dark": {"language": "en", "theme": "dark"},
}
PICTURES = os.environ.get("RATING_PICTURES")
"""A folder for a picture of the page in each look."""


def test_what_would_change_is_read_in_every_look_and_adopted(club: Club, organiser: Account, open_page: Open) -> None:
    pool = list_of_beginners(club)
    fit_pool(pool)
    address = f"/ratings/{pool.pk}/fit"
    for name, look in LOOKS.items():
        page = open_page(address, organiser, **look)
        expect(page.locator("table")).to_have_count(2)
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"fit {name}.png", full_page=True)
        assert axe_faults(page) == [], name
        assert not overflow(page), name
    page.get_by_role("button", name="Adopt these numbers").click()
    page.wait_for_url(f"**/ratings/{pool.pk}")
    expect(page.get_by_text("Adopted. The list is being recalculated.")).to_be_visible()
    assert Pool.objects.get(pk=pool.pk).parameters["first_move"] > 100
