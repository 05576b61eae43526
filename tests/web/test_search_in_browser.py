"""Names are looked up while one types; the field keeps the cursor, and the button does the same without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from players.models import Account, Club
from testing.browser import Open
from testing.factories import PersonFactory
from testing.tournaments.factories import draft
from tournaments.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_player_is_found_while_typing_and_registered(club: Club, organiser: Account, open_page: Open) -> None:
    PersonFactory(name="Ada Lovelace", member_of=club)
    PersonFactory(name="Adam Ries", member_of=club)
    event = draft(club, organiser)
    page = open_page(f"/events/{event.pk}/enter", organiser)
    field, found = page.get_by_label("Name", exact=True), page.locator("#found")
    field.press_sequentially("ada")
    expect(found.get_by_text("Ada Lovelace")).to_be_visible()
    expect(found.get_by_text("Adam Ries")).to_be_visible()
    field.press_sequentially(" love")
    expect(found.get_by_text("Adam Ries")).to_have_count(0)
    expect(field).to_be_focused()
    expect(field).to_have_value("ada love")
    found.get_by_role("button", name="Register", exact=True).click()
    expect(page.get_by_text("Ada Lovelace is registered.")).to_be_visible()
    assert Entry.objects.get(event=event).members.get().person.name == "Ada Lovelace"


def test_a_duplicate_is_found_while_typing(club: Club, organiser: Account, open_page: Open) -> None:
    shown = PersonFactory(name="Ada Lovelace", member_of=club)
    PersonFactory(name="Countess Lovelace", member_of=club)
    page = open_page(f"/clubs/{club.slug}/people/{shown.pk}/merge", organiser)
    page.get_by_label("Name", exact=True).fill("countess")
    expect(page.locator("#found").get_by_role("link", name="Compare")).to_be_visible()


def test_without_scripts_the_button_looks_names_up(club: Club, organiser: Account, open_page: Open) -> None:
    PersonFactory(name="Ada Lovelace", member_of=club)
    event = draft(club, organiser)
    page = open_page(f"/events/{event.pk}/enter", organiser, java_script_enabled=False)
    page.get_by_label("Name", exact=True).fill("ada")
    page.locator("form[data-found]").get_by_role("button", name="Search").click()
    expect(page.locator("#found").get_by_text("Ada Lovelace")).to_be_visible()
