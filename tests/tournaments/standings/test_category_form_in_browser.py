"""The form of a category asks what its kind needs; what cannot be changed is not offered."""

from __future__ import annotations

import pytest
from django.test import Client

from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.tournaments.factories import draft, played_by_four, with_players
from tournaments.events.services import lifecycle
from tournaments.models import Category

pytestmark = [pytest.mark.django_db(transaction=True)]

NEEDED = {
    "age": ["least", "most", "on_day"],
    "rating": ["least", "most"],
    "club": ["club"],
    "hand": ["members"],
}


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "fa"])
def test_each_kind_asks_for_its_own_fields(club: Club, organiser: Account, open_page: Open, language: str) -> None:
    event = with_players(club, organiser)
    page = open_page(f"/events/{event.pk}/categories/new", organiser, language=language, width=PHONE)
    for kind, needed in NEEDED.items():
        page.check(f"[name=kind][value={kind}]")
        shown = {each.get_attribute("name") for each in page.locator(".kind-fields [name]:visible").all()}
        assert shown == set(needed), kind
    assert axe_faults(page) == [] and overflow(page) == 0
    page.fill("[name=name]", "Guests")
    page.locator("[name=members]").first.check()
    page.keyboard.press("Enter")
    page.wait_for_load_state()
    page.locator("li bdi", has_text="Guests").wait_for()
    assert Category.objects.get().kind == "hand"


@pytest.mark.browser
def test_without_scripts_all_is_there_in_groups(club: Club, organiser: Account, open_page: Open) -> None:
    event = with_players(club, organiser)
    page = open_page(f"/events/{event.pk}/categories/new", organiser, java_script_enabled=False)
    assert page.locator(".kind-fields > legend:visible").all_inner_texts() == [
        "By age or rating",
        "By club",
        "Selected players",
    ]


def test_a_closed_event_and_a_league_offer_no_change(club: Club, organiser: Account) -> None:
    desk = Client()
    desk.force_login(organiser)
    running = played_by_four(club, organiser)
    for page in ("categories", "prizes"):
        assert "Change" in desk.get(f"/events/{running.pk}/{page}").content.decode()
    lifecycle.close_event(running.pk, organiser)
    league = draft(club, organiser, format="league")
    for event in (running, league):
        for page, form in (("categories", "categories/new"), ("prizes", "prizes/edit")):
            assert f"/{form}" not in desk.get(f"/events/{event.pk}/{page}").content.decode()
            answer = desk.get(f"/events/{event.pk}/{form}")
            assert answer.status_code == 409 and '<form method="post" class="form"' not in answer.content.decode()
    assert f"/events/{league.pk}/prizes" not in desk.get(f"/events/{league.pk}/info").content.decode()
    assert f"/events/{running.pk}/prizes" in desk.get(f"/events/{running.pk}/info").content.decode()
