"""The form of a new event and the menus of the header by keys alone: Tab, arrows, Enter and Escape."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from players.models import Account, Club
from testing.browser import Open
from tests.system.keyboard import Keyboard
from tournaments.models import Entry, Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_IN_A_FIELD = 5
"""How often Tab stays in one field: a date has a place for day, month, year and the calendar."""
ORDER = ("name", "rules", "starts_on", "format", "names")
"""The fields that are always seen, as one comes to them."""
HERE = "document.activeElement.name || document.activeElement.textContent.trim()"


def tab_through(page: Page, last: str) -> list[str]:
    """What has the focus, stop by stop, until the button `last`; Tab stays in no field for long."""
    stops = [str(page.evaluate(HERE))]
    stayed = 0
    while stops[-1] != last:
        page.keyboard.press("Tab")
        here = str(page.evaluate(HERE))
        stayed = stayed + 1 if here == stops[-1] else 0
        assert stayed < MOST_IN_A_FIELD, f"Tab does not leave {here}"
        assert len(stops) < 100, stops
        stops.append(here)
    return stops


@pytest.mark.parametrize("language", ["en", "ja"])
def test_tab_walks_the_form_of_a_new_event_from_name_to_button(
    club: Club, organiser: Account, open_page: Open, language: str
) -> None:
    page = open_page(f"/clubs/{club.slug}/events/new", organiser, language=language)
    start = page.locator("button[value=start]").evaluate(
        "button => (button.focus(), button.name || button.textContent)"
    )
    page.locator("[name=name]").focus()
    stops = tab_through(page, str(start))
    places = [stops.index(name) for name in ORDER]
    assert places == sorted(places)


def test_an_event_is_made_and_paired_by_keys_alone(club: Club, organiser: Account, open_page: Open) -> None:
    page = open_page(f"/clubs/{club.slug}/events/new", organiser)
    keys = Keyboard(page)
    keys.write("Name", "Opening")
    keys.choose("Game", "LYNGK")
    day = page.locator("[name=starts_on]")
    keys.reach(day)
    before = day.input_value()
    page.keyboard.press("ArrowUp")  # the first place of the date, one higher
    chosen = day.input_value()
    assert chosen != before
    keys.pick("format", "round-robin")
    names = page.locator("textarea[name=names]")
    keys.reach(names)
    page.keyboard.type("Ada\nBen\nCleo\nDan")
    keys.press(page.locator("button[value=start]"))
    expect(page.locator("#players tbody tr")).to_have_count(4)
    keys.press(page.locator("button[value=start]"))
    page.wait_for_url("**/desk")
    event = Event.objects.get(name="Opening")
    assert (event.rules, event.format, f"{event.starts_on}") == ("lyngk-main", "round-robin", chosen)
    assert Entry.objects.filter(event=event).count() == 4


def test_the_menus_of_the_header_open_and_close_by_keys(organiser: Account, open_page: Open) -> None:
    page = open_page("/about", organiser)
    for menu in page.locator(".top details.menu").all():
        summary = menu.locator("summary")
        Keyboard(page).reach(summary)
        page.keyboard.press("Enter")
        expect(menu.locator(".menu-panel")).to_be_visible()
        page.keyboard.press("Escape")
        expect(menu.locator(".menu-panel")).to_be_hidden()
        expect(summary).to_be_focused()
        items = menu.locator(".menu-panel").locator("a, button")
        page.keyboard.press("ArrowDown")
        expect(items.first).to_be_focused()
        page.keyboard.press("ArrowUp")
        expect(items.last).to_be_focused()
        page.keyboard.press("Escape")
        expect(summary).to_be_focused()


def test_a_theme_is_chosen_by_arrows_and_enter(open_page: Open) -> None:
    page = open_page("/about")
    menu = page.locator(".top details.menu").first
    Keyboard(page).reach(menu.locator("summary"))
    dark = menu.locator("button[value=dark]")
    for _step in range(20):
        page.keyboard.press("ArrowDown")
        if dark.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
