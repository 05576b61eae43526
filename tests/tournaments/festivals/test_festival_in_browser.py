"""A festival in a browser, from making it to check-in and the hall screen: by mouse and by keys, in two directions."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import DESK, PHONE, Open, overflow
from testing.tournaments.factories import entry, with_players
from testing.tournaments.festivals import SWISS, new_festival
from tests.system.keyboard import Keyboard, Mouse
from tournaments.entries.services.entries import enter_person
from tournaments.events.services import lifecycle
from tournaments.festivals.queries.player_links import player_cards
from tournaments.models import Arrival, Event, Festival, FestivalSection, Member
from tournaments.results.queries.seat_links import slips_of
from tournaments.results.services.seat_links import report_by_link
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
Hand = Callable[[Page], Keyboard]
HANDS = pytest.mark.parametrize(
    ("hand", "language"), [(Mouse, "en"), (Keyboard, "en"), (Mouse, "fa"), (Keyboard, "fa")]
)


@pytest.fixture
def two(club: Club, organiser: Account) -> tuple[Event, Event]:
    """North with Ada, Ben, Cleo and Dan, South with Ada, Eva, Fay and Gus; neither has started."""
    north = with_players(club, organiser, name="North", **SWISS)
    south = with_players(club, organiser, ("Eva", "Fay", "Gus"), name="South", rules="lyngk-main", **SWISS)
    enter_person(south.pk, organiser, person_id=entry(north, "Ada").members.get().person_id)
    return north, south


def looked_at(page: Page) -> None:
    """Nothing sticks out, and axe finds nothing."""
    assert overflow(page) == 0, page.url
    assert axe_faults(page) == [], page.url


@HANDS
def test_from_making_it_to_check_in_and_the_screen(
    hand: Hand, language: str, open_page: Open, club: Club, organiser: Account, two: tuple[Event, Event]
) -> None:
    page = open_page(f"/clubs/{club.slug}", organiser, language=language)
    at = hand(page)
    at.press(page.locator("a[href$='/festivals/new']"))
    looked_at(page)
    for field, text in (("name", "Winter Days"), ("starts_on", "2026-12-04"), ("ends_on", "2026-12-06")):
        page.locator(f"#id_{field}").fill(text)
    at.press(page.locator("main .form-end button"))
    festival = Festival.objects.get()
    for event in two:
        page.locator("#add_event").select_option(str(event.pk))
        at.press(page.locator("form[action$='/sections'] button"))
    looked_at(page)
    assert list(FestivalSection.objects.values_list("event__name", flat=True)) == ["North", "South"]

    at.press(page.locator(f"main nav > ul a[href='/festivals/{festival.pk}/check-in']"))
    at.press(page.locator("main form button").first)  # opens check-in in both sections
    people = page.locator(".festival-name")
    expect(people).to_have_text(["Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus"])
    for event in two:
        button = page.locator(f"#entry-{entry(event, 'Ada').pk} button")
        at.reach(button)
        page.keyboard.press("Space")
        expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-saving]")).to_have_count(0)
    expect(page.locator("[data-count]")).to_contain_text("2")
    assert Arrival.objects.filter(entry__members__person__name="Ada").count() == 2
    looked_at(page)

    for event in two:
        lifecycle.start_event(event.pk, organiser)
        rounds.start_round(event.pk, organiser)
    page.goto(page.url.removesuffix("check-in") + "screen")
    slide = page.locator("[data-slide]:not([hidden])")
    seen = []
    for _part in range(4):
        expect(slide).to_have_count(1)
        seen.append(slide.locator("h2 bdi").inner_text())
        at.reach(page.locator("[data-turn='1']"))
        page.keyboard.press("Enter")
    assert seen == ["North", "North", "South", "South"]
    looked_at(page)


@HANDS
def test_a_player_moves_to_the_other_section(
    hand: Hand, language: str, open_page: Open, club: Club, organiser: Account, two: tuple[Event, Event]
) -> None:
    north, south = two
    new_festival(club, organiser, *two)
    page = open_page(f"/events/{north.pk}/players", organiser, language=language)
    at = hand(page)
    at.press(page.locator(f"a[href$='/entries/{entry(north, 'Ben').pk}/move']"))
    looked_at(page)
    at.press(page.locator("main .form-end button"))
    expect(page).to_have_url(re.compile(f"/events/{north.pk}/players$"))
    assert Member.objects.get(person__name="Ben").event == south


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("language", ["en", "fa"])
def test_the_desk_the_cards_and_the_page_of_a_link(
    width: int, language: str, open_page: Open, club: Club, organiser: Account, two: tuple[Event, Event]
) -> None:
    festival = new_festival(club, organiser, *two)
    for event in two:
        lifecycle.start_event(event.pk, organiser)
        rounds.start_round(event.pk, organiser)
    first, second = slips_of(two[0].rounds.get())
    report_by_link(first[0].token, "1-0")
    report_by_link(first[1].token, "0-1")
    report_by_link(second[1].token, "0-1")
    page = open_page(f"/festivals/{festival.pk}/desk", organiser, width=width, language=language)
    expect(page.locator(".festival-desk .note.danger bdi", has_text="North")).to_have_count(1)
    looked_at(page)
    for path in ("links", "edit", ""):
        page.goto(re.sub(r"(desk|links|edit)$", "", page.url).rstrip("/") + f"/{path}".rstrip("/"))
        looked_at(page)
    ada = next(card for card in player_cards(festival) if card.name == "Ada")
    phone = open_page(f"/festivals/player/{ada.token}", width=width, language=language)
    expect(phone.locator("a[href^='/report/']")).to_have_count(2)
    looked_at(phone)


def test_the_screen_follows_all_sections(
    open_page: Open, club: Club, organiser: Account, two: tuple[Event, Event]
) -> None:
    festival = new_festival(club, organiser, *two)
    for event in two:
        lifecycle.start_event(event.pk, organiser)
        rounds.start_round(event.pk, organiser)
    page = open_page(f"/festivals/{festival.pk}/screen?show=boards")
    expect(page.locator("[data-slide]")).to_have_count(2)
    followed = page.locator("[data-live]").get_attribute("data-seen") or ""
    assert {f"event:{event.pk}" for event in two} <= set(re.findall(r"event:\d+", followed))
