"""Check-in by taps on a line that is slow: each tap is stored, shows at once, or comes back to its row."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.marks import slow
from testing.tournaments.factories import entry, running
from tests.tournaments.desk_keys import SLOW_LINE
from tournaments.entries.queries import entry_tokens
from tournaments.entries.services import byes, leaving
from tournaments.models import Arrival, Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LATENCIES = pytest.mark.parametrize("latency", [slow(350), 1_000])
PATIENCE = 120_000


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A Swiss of Ada, Ben, Cleo and Dan whose round 1 is to be paired; check-in is open."""
    made = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    byes.open_check_in(made.pk, organiser)
    return made


def open_list(open_page: Open, event: Event, organiser: Account, latency: int, lost: float = 0) -> Page:
    page = open_page(f"/events/{event.pk}/check-in", organiser, width=PHONE)
    page.evaluate(SLOW_LINE, {"latency": latency, "lost": lost, "seed": 4})
    return page


def tap(page: Page, event: Event, *names: str) -> None:
    """Tap the buttons of these players in one breath, before any answer can be there."""
    rows = [f"entry-{entry(event, name).pk}" for name in names]
    page.evaluate("ids => { for (const id of ids) document.getElementById(id).querySelector('button').click(); }", rows)


def button(page: Page, event: Event, name: str) -> Locator:
    return page.locator(f"#entry-{entry(event, name).pk} button")


def wait_until_saved(page: Page) -> None:
    expect(page.locator("[data-check-in] [data-saving]")).to_have_count(0, timeout=PATIENCE)


def here(event: Event) -> list[str]:
    arrived = Arrival.objects.filter(check_in__event=event).values_list("entry", flat=True)
    return [name for name in ("Ada", "Ben", "Cleo", "Dan") if entry(event, name).pk in arrived]


@LATENCIES
def test_all_who_are_tapped_before_an_answer_is_there_are_checked_in(
    open_page: Open, event: Event, organiser: Account, latency: int
) -> None:
    page = open_list(open_page, event, organiser, latency)
    tap(page, event, "Ada", "Ben", "Dan", "Ben", "Dan", "Dan")
    expect(page.locator("[data-check-in] [data-saving]")).to_have_count(3)
    expect(button(page, event, "Ada")).to_have_text("✓ here")
    expect(button(page, event, "Ben")).to_have_text("Check in")
    wait_until_saved(page)
    assert here(event) == ["Ada", "Dan"]
    expect(page.locator("[data-count]")).to_have_text("2 of 4 here", timeout=PATIENCE)
    expect(page.locator("[data-absent] label")).to_have_text(["Ben", "Cleo"])
    assert overflow(page) == 0
    assert axe_faults(page) == []


def test_a_tap_whose_answer_is_lost_is_sent_again(open_page: Open, event: Event, organiser: Account) -> None:
    page = open_list(open_page, event, organiser, 350, lost=0.6)
    tap(page, event, "Ada", "Ben", "Cleo")
    wait_until_saved(page)
    assert here(event) == ["Ada", "Ben", "Cleo"]
    expect(page.locator("[data-offline]")).to_be_hidden()


@LATENCIES
def test_a_refused_tap_comes_back_to_its_row_and_says_why(
    open_page: Open, event: Event, organiser: Account, latency: int
) -> None:
    page = open_list(open_page, event, organiser, latency)
    leaving.withdraw(event.pk, organiser, entry(event, "Ben").pk)
    tap(page, event, "Ada", "Ben")
    wait_until_saved(page)
    note = page.locator("li", has=button(page, event, "Ben")).locator("[data-refused]")
    expect(note).to_have_text("Not saved: This player has withdrawn.")
    expect(button(page, event, "Ben")).to_have_text("Check in")
    expect(page.locator("[data-refused]")).to_have_count(1)
    assert here(event) == ["Ada"]


def test_without_scripts_the_buttons_are_plain_forms(open_page: Open, event: Event, organiser: Account) -> None:
    page = open_page(f"/events/{event.pk}/check-in", organiser, java_script_enabled=False)
    button(page, event, "Cleo").click()
    expect(button(page, event, "Cleo")).to_have_text("✓ here")
    assert here(event) == ["Cleo"]


def test_all_others_are_checked_in_by_one_button_and_no_page_is_loaded(
    open_page: Open, event: Event, organiser: Account
) -> None:
    page = open_list(open_page, event, organiser, 0)
    page.evaluate("() => { window.stays = true; }")
    tap(page, event, "Ben")
    wait_until_saved(page)
    page.get_by_role("button", name="Check in all others").click()
    expect(page.locator("[data-count]")).to_have_text("4 of 4 here")
    expect(page.get_by_role("button", name="Check in all others")).to_be_hidden()
    expect(page.locator("[data-absent] label")).to_have_count(0)
    assert here(event) == ["Ada", "Ben", "Cleo", "Dan"]
    assert page.evaluate("window.stays")


def test_a_player_is_checked_in_by_number_or_by_the_start_of_a_name(
    open_page: Open, event: Event, organiser: Account
) -> None:
    page = open_list(open_page, event, organiser, 0)
    field = page.get_by_label("Number or name")
    field.fill("2")
    field.press("Enter")
    expect(page.get_by_role("status").get_by_text("Ben checked in")).to_be_visible()
    field.fill("cl")
    field.press("Enter")
    expect(button(page, event, "Cleo")).to_have_text("✓ here")
    field.fill("zzz")
    field.press("Enter")
    expect(page.get_by_text("No player matches.")).to_be_visible()
    wait_until_saved(page)
    assert here(event) == ["Ben", "Cleo"]
    assert axe_faults(page) == []


SCANNER = """codes => {
  window.BarcodeDetector = class { async detect() { return codes.length ? [{ rawValue: codes.shift() }] : []; } };
  navigator.mediaDevices.getUserMedia = async () => document.createElement("canvas").captureStream();
  HTMLMediaElement.prototype.play = async () => null;
}"""
"""A camera and a reader of codes, which a headless browser has not: what they read, and no more."""


def test_cards_before_the_camera_check_in_and_other_codes_are_named(
    open_page: Open, event: Event, organiser: Account, live_server: LiveServer
) -> None:
    page = open_page("/about", organiser)
    tokens = dict(entry_tokens(event))
    codes = [f"{live_server.url}/here/{tokens[entry(event, 'Dan').pk]}", "https://elsewhere.example/here/1"]
    page.add_init_script(f"({SCANNER})({json.dumps(codes)})")
    page.goto(f"{live_server.url}/events/{event.pk}/check-in")
    page.get_by_role("button", name="Scan cards").click()
    expect(button(page, event, "Dan")).to_have_text("✓ here")
    expect(page.get_by_text("This code is no player’s card of this event.")).to_be_visible()
    page.get_by_role("button", name="Stop scanning").click()
    expect(page.get_by_role("button", name="Scan cards")).to_be_focused()
    assert here(event) == ["Dan"]


def test_an_address_that_is_not_secure_opens_no_camera(open_page: Open, event: Event, organiser: Account) -> None:
    page = open_page("/about", organiser)
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto(page.url.replace("/about", f"/events/{event.pk}/check-in"))
    expect(page.get_by_text("Browsers open the camera only for https addresses.")).to_be_visible()
    expect(page.get_by_text("This browser cannot scan codes.")).to_be_hidden()
    expect(page.get_by_role("button", name="Scan cards")).to_be_hidden()
    expect(page.get_by_label("Number or name")).to_be_visible()


def test_where_codes_cannot_be_read_the_page_says_so(open_page: Open, event: Event, organiser: Account) -> None:
    page = open_page("/about", organiser)
    page.add_init_script("delete window.BarcodeDetector")
    page.goto(page.url.replace("/about", f"/events/{event.pk}/check-in"))
    expect(page.get_by_text("This browser cannot scan codes.")).to_be_visible()
    expect(page.get_by_role("button", name="Scan cards")).to_be_hidden()
