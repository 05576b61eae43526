"""Where things are on the pages most seen: what one comes for is high up, large, and stays where it was drawn."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page

from games.models import Record
from players.models import Account, Club
from testing.axe import axe_faults_in_both_themes
from testing.browser import DESK, PHONE, Open, overflow
from testing.marks import slow
from testing.tournaments.factories import running, swiss_after_round_1
from tests.looks import choose, go, shift_of, too_wide
from tournaments.announcements.services import publish_announcement
from tournaments.models import Event
from tournaments.rounds.services import rounds as rounds_services

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST_ROW = {DESK: (900, 200), PHONE: (844, 220)}
"""By width: the window's height, and how far from its top the first row of the standings may begin, in pixels."""
BOARD_SHARE = 0.7


def top_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"]


def test_the_first_row_of_the_standings_begins_high_up_and_nothing_moves_after_it_was_drawn(
    closed_cup: str, open_page: Open
) -> None:
    page = open_page(closed_cup)
    for width, (height, most) in FIRST_ROW.items():
        page.set_viewport_size({"width": width, "height": height})
        for language in ("en", "fa"):
            choose(page, language)
            go(page, closed_cup)
            assert top_of(page, "table.standings tbody tr") <= most, (width, language)
            assert shift_of(page) == 0, (width, language)


def test_an_announcement_is_one_line_that_opens_and_moves_no_row(
    club: Club, organiser: Account, open_page: Open
) -> None:
    event = running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=1, format="swiss-dutch", rounds_planned=3)
    written: dict[str, Any] = {
        "topic": "late",
        "to": "entrants",
        "round": None,
        "subject": "Round 2 is late",
        "text": "At 15:20.",
    }
    publish_announcement(event.pk, organiser, **written)
    page = open_page(f"/events/{event.pk}")
    for width, (height, most) in FIRST_ROW.items():
        page.set_viewport_size({"width": width, "height": height})
        for language in ("en", "fa", "ja"):
            choose(page, language)
            go(page, f"/events/{event.pk}")
            assert top_of(page, "table.standings tbody tr") <= most, (width, language)
            assert not overflow(page), (width, language)
            if width == PHONE:
                page.locator(".tabs-more > summary").click()
                panel = page.locator(".tabs-more > .menu-panel").bounding_box()
                assert panel and panel["x"] >= 0 and panel["x"] + panel["width"] <= width, language
            page.locator(".news-menu > summary").click()
            told = page.locator(".news-menu").get_by_role("link", name="Round 2 is late").bounding_box()
            assert told and told["x"] >= 0 and told["x"] + told["width"] <= width, (width, language)
    page.locator(".news-menu").get_by_role("link", name="Round 2 is late").click()
    page.wait_for_url("**/announcements#announcement-1")


WHOLE = """() => {
  const row = document.querySelector(".tabs.many > ul").getBoundingClientRect();
  const more = document.querySelector(".tabs-more").getBoundingClientRect();
  const tabs = [...document.querySelectorAll(".tabs.many > ul a")].filter(each => each.checkVisibility());
  const cut = tabs.map(each => [each.textContent, each.getBoundingClientRect()])
    .filter(([, each]) => each.left < row.left - 1 || each.right > row.right + 1
      || Math.min(each.right, more.right) - Math.max(each.left, more.left) > 1);
  const short = tabs.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent);
  const places = tabs.length + [...document.querySelectorAll(".tabs-more li")]
    .filter(each => getComputedStyle(each).display !== "none").length;
  return [cut.map(([name]) => name), places, short];
}"""
"""The tabs that are cut off or lie under "More", how many pages the row and "More" lead to, and shortened names."""


@pytest.mark.parametrize("announced", [True, slow(False)])
def test_no_tab_is_cut_off_on_the_narrowest_phones(
    club: Club, organiser: Account, open_page: Open, announced: bool
) -> None:
    event = running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=1, format="swiss-dutch", rounds_planned=3)
    if announced:
        publish_announcement(
            event.pk, organiser, topic="late", to="entrants", round=None, subject="Round 2 is late", text="At 15:20."
        )
    page = open_page(f"/events/{event.pk}", width=320)
    found = {}
    for language in ("en", "fa", "ja"):
        choose(page, language)
        go(page, f"/events/{event.pk}")
        page.evaluate("document.fonts.ready")  # a first visit may be drawn before its typeface is there
        for width, tab in product((320, 360, PHONE), ("", "/pairings/1", "/players", "/info")):
            page.set_viewport_size({"width": width, "height": 700})
            go(page, f"/events/{event.pk}{tab}")
            found[width, language, tab] = page.evaluate(WHOLE)
    assert {at: told for at, told in found.items() if told != [[], 6, []]} == {}


def test_in_a_wider_typeface_a_tab_is_shortened_and_lies_under_nothing(
    club: Club, organiser: Account, open_page: Open
) -> None:
    event = running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=1, format="swiss-dutch", rounds_planned=3)
    page = open_page(f"/events/{event.pk}", width=320)
    page.evaluate("document.querySelector('.tabs.many').style.letterSpacing = '0.2em'")
    cut, places, short = page.evaluate(WHOLE)
    assert short and not cut and places == 6


def test_a_result_in_the_row_tells_the_opponent_and_leads_to_the_game(closed_cup: str, open_page: Open) -> None:
    page = open_page(closed_cup)
    first = page.locator("table.standings tbody tr").first
    cells = first.locator("a.chip")
    assert cells.count() == page.locator("table.standings th.round").count() > 0
    box = cells.first.bounding_box()
    assert box is not None and box["height"] >= 24 and box["width"] >= 24
    told = cells.first.get_attribute("title") or ""
    assert told.startswith("Round 1: ") and ("White – " in told or "Black – " in told)
    cells.first.click()
    page.wait_for_url("**/games/*")


def test_an_event_that_is_over_shows_its_winners(closed_cup: str, open_page: Open) -> None:
    page = open_page(closed_cup)
    names = page.locator("table.standings .player-card > summary > bdi").all_inner_texts()
    assert page.locator(".podium-name").all_inner_texts() == names[:3]
    assert page.locator("table.standings .medal").first.inner_text() == "1"


def test_the_board_fills_the_window_of_the_page_of_a_game(administrator_of_all: Account, open_page: Open) -> None:
    record = Record.objects.filter(game__isnull=False).first()
    assert record is not None
    page = open_page(f"/games/{record.game_id}")
    page.set_viewport_size({"width": DESK, "height": 900})
    board = page.locator(".game-svg svg").bounding_box()
    assert board is not None and board["height"] >= BOARD_SHARE * 900
    assert top_of(page, ".game-steps") + 40 <= 900, "the buttons are in view with it"


@pytest.mark.parametrize(("width", "height"), [(DESK, 900), (PHONE, 844)])
def test_board_players_result_and_steps_of_a_game_are_in_one_screen(
    administrator_of_all: Account, open_page: Open, width: int, height: int
) -> None:
    record = Record.objects.filter(game__isnull=False, game__rules__startswith="gipf").first()
    assert record is not None
    page = open_page(f"/games/{record.game_id}")
    page.set_viewport_size({"width": width, "height": height})
    bar = page.locator(".top-nav").bounding_box()
    assert bar is not None
    floor = bar["y"] if width == PHONE else height
    for what in (".under > .strong", ".side-0", ".side-1", ".game-svg svg", ".game-steps"):
        box = page.locator(what).bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= floor, what
    for name in ("Flip the board", "Play"):
        tool = page.locator(".game-steps").get_by_title(name)
        assert tool.locator("svg.icon").is_visible() and tool.inner_text().strip() == name
    has = page.locator(".side-0 [data-has]")
    assert "Reserve" in has.inner_text(), "it is read aloud"
    box = has.bounding_box()
    assert box and box["width"] <= 1, "and not shown beside the pieces that the board shows"


def test_a_phone_names_the_columns_of_the_standings_and_the_leader_and_the_round_come_first(
    club: Club, organiser: Account, open_page: Open
) -> None:
    event = swiss_after_round_1(club, organiser)
    rounds_services.start_round(event.pk, organiser)
    page = open_page(f"/events/{event.pk}", width=PHONE)
    for language, names in (("en", ["Name", "Points"]), ("fa", ["نام", "امتیاز"])):
        choose(page, language)
        go(page, f"/events/{event.pk}")
        heads = [page.locator("table.standings thead th").get_by_text(name, exact=True) for name in names]
        values = page.locator("table.standings tbody tr:first-child > .num.strong")
        boxes = [each.bounding_box() for each in (*heads, values)]
        assert all(box and box["width"] > 10 and 0 <= box["x"] <= PHONE - box["width"] for box in boxes), language
        (_name, points, value) = boxes
        assert points and value and abs(points["x"] + points["width"] / 2 - value["x"] - value["width"] / 2) < 20
        first = top_of(page, "table.standings tbody tr")
        assert first <= FIRST_ROW[PHONE][1], language
        assert all(0 < top_of(page, above) < first for above in (".lead-now", ".rounds-menu")), language
        assert all(name in page.locator(".lead-now").inner_text() for name in ("Ada", "Ben"))
        assert not page.locator(".leader").is_visible()
    page.locator(".rounds-menu > summary").click()
    page.locator(".rounds-menu").get_by_role("link", name="1", exact=True).click()
    page.wait_for_url("**/*round=1")


@pytest.mark.parametrize("language", [slow("en"), "fa"])
def test_the_tab_of_the_page_is_wholly_in_view_on_a_phone(closed_cup: str, open_page: Open, language: str) -> None:
    page = open_page(closed_cup, width=PHONE)
    choose(page, language)
    for tab in ("", "/pairings/1", "/players", "/games", "/crosstable", "/info"):
        go(page, closed_cup + tab)
        current, row = (page.locator(f".tabs.many > ul{of}").bounding_box() for of in (" [aria-current]", ""))
        assert current and row and current["x"] >= row["x"] - 1, tab
        assert current["x"] + current["width"] <= row["x"] + row["width"] + 1, tab
    if language == "en":
        go(page, f"{closed_cup}/crosstable")
        first = page.locator(".tabs.many a").first.bounding_box()
        row = page.locator(".tabs.many > ul").bounding_box()
        assert first and row and first["x"] >= row["x"], "none of the others is cut"


def test_the_points_of_a_cross_table_are_in_view_on_a_phone(closed_cup: str, open_page: Open) -> None:
    page = open_page(f"{closed_cup}/crosstable", width=PHONE)
    for cell in ("thead th:last-child", "tbody tr:first-child > td:last-child"):
        box = page.locator(f"table.crosstable {cell}").first.bounding_box()
        assert box and box["x"] + box["width"] <= PHONE, cell
    assert page.locator("table.crosstable th.cross .face").first.is_visible(), "columns are named by initials"


DISC = "each => { const s = getComputedStyle(each); return [s.backgroundColor, s.boxShadow]; }"


@pytest.mark.parametrize("theme", ["light", slow("dark")])
def test_white_is_a_light_disc_and_black_a_dark_one_by_day_and_by_night(
    closed_cup: str, open_page: Open, theme: str
) -> None:
    page = open_page(f"{closed_cup}/crosstable", theme=theme)
    light, dark = (page.locator(f".legend .chip > .{side}").first.evaluate(DISC) for side in "wb")
    assert light[0] == "rgb(255, 253, 247)"
    assert max(map(int, re.findall(r"\d+", dark[0]))) < 40
    if theme == "dark":
        assert "rgb(217, 212, 200)" in dark[1], "with a light outline"


def test_a_persian_list_of_games_begins_at_the_right_with_the_board(closed_cup: str, open_page: Open) -> None:
    page = open_page(closed_cup)
    choose(page, "fa")
    for tab in ("/games", "/pairings/1"):
        go(page, closed_cup + tab)
        row = page.locator("table.meetings tbody tr").first
        board, white, result = (row.locator(cell).first.bounding_box() for cell in (".tight", ".seat-white", ".mid"))
        assert board and white and result and board["x"] > result["x"] > white["x"], tab


def test_the_main_pages_are_where_they_are_on_every_page_and_the_current_one_is_marked(
    administrator_of_all: Account, open_page: Open
) -> None:
    page = open_page("/events")
    places = []
    for path, current in (("/events", "Events"), ("/ratings", "Ratings"), ("/rules", "Learn"), ("/clubs", "Clubs")):
        go(page, path)
        shown = page.locator(".top-nav a:visible")
        places.append([(round(box["y"]), round(box["height"])) for each in shown.all() if (box := each.bounding_box())])
        assert shown.all_inner_texts() == ["Play", "Watch", "Learn", "Events", "Ratings", "Clubs"]
        assert page.locator(".top-nav a[aria-current]:visible").all_inner_texts() == [current]
    assert all(each == places[0] for each in places)
    page.set_viewport_size({"width": PHONE, "height": 844})
    assert page.locator(".top-nav a:visible").all_inner_texts() == ["Home", "Play", "Events", "Ratings", "Me"]
    assert page.locator(".top-nav a:visible .icon").count() == 5


@pytest.mark.slow
def test_the_components_have_no_fault_that_axe_finds(open_page: Open) -> None:
    page = open_page("/about/components")
    assert axe_faults_in_both_themes(page) == []
    page.set_viewport_size({"width": PHONE, "height": 844})
    assert axe_faults_in_both_themes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


@pytest.fixture
def pages(closed_cup: str) -> list[str]:
    """The public pages of an event, and those of the server that are looked at most."""
    club = Event.objects.get(name="Closed Cup").club.slug
    tabs = [
        f"{closed_cup}{tab}" for tab in ("", "/pairings/1", "/players", "/games", "/crosstable", "/info", "/screen")
    ]
    return [*tabs, f"/clubs/{club}", "/games", "/rules", "/rules/gipf-standard", "/sign-in", "/no-such-page"]


@pytest.mark.slow
def test_nothing_scrolls_sideways_on_the_narrowest_phone(
    pages: list[str], administrator_of_all: Account, open_page: Open
) -> None:
    """320 px: a window of 1,280 px at 400 % (WCAG 2.2, 1.4.10)."""
    page = open_page("/about", administrator_of_all, width=320)
    assert too_wide(page, [*pages, "/account"], ("en", "fa")) == []


@pytest.mark.slow
def test_the_pages_have_no_fault_that_axe_finds(
    pages: list[str], administrator_of_all: Account, open_page: Open
) -> None:
    page = open_page("/about", administrator_of_all)
    found = {}
    for path in [*pages, "/account", "/account/password"]:
        go(page, path)
        found[path] = axe_faults_in_both_themes(page)
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_tabs_that_do_not_fit_open_under_more(closed_cup: str, open_page: Open) -> None:
    page = open_page(f"{closed_cup}/info", width=PHONE)
    row, more = page.locator(".tabs > ul > li:visible"), page.locator(".tabs-more")
    assert row.all_inner_texts() == ["Standings", "Pairings", "Info"], "the first two, and this page's"
    more.locator("summary").click()
    assert more.locator("a:visible").all_inner_texts() == ["Players", "Games", "Cross table"]
    more.get_by_role("link", name="Players").click()
    page.wait_for_url("**/players")
    assert row.all_inner_texts() == ["Standings", "Pairings", "Players"]
    more.locator("summary").click()
    assert more.locator("a:visible").all_inner_texts() == ["Games", "Cross table", "Info"]
    page.set_viewport_size({"width": DESK, "height": 844})
    assert row.count() == 6 and not more.is_visible()


def test_names_of_a_cross_table_stay_while_its_columns_pass_under_them(closed_cup: str, open_page: Open) -> None:
    page = open_page(f"{closed_cup}/crosstable", width=240)
    name, last = (page.locator(f"table.crosstable tbody tr:first-child > {cell}") for cell in ("th", "td:last-child"))
    before = last.bounding_box()
    page.locator("table.crosstable").evaluate("table => { table.parentElement.scrollLeft = 10_000 }")
    after, stays = last.bounding_box(), name.bounding_box()
    assert before and after and stays and after["x"] < before["x"] and 0 <= stays["x"] < 20


SWAP = """() => {
    const body = document.querySelector("table.standings tbody");
    document.dispatchEvent(new Event("parts-coming"));
    body.append(body.querySelector("tr"));
    document.dispatchEvent(new Event("parts-taken"));
    return body.getAnimations({ subtree: true }).length;
}"""


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_rows_that_change_places_slide_unless_the_reader_wants_less_motion(
    club: Club, organiser: Account, open_page: Open, wish: str, moves: bool
) -> None:
    event = running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=1, format="swiss-dutch", rounds_planned=3)
    page = open_page(f"/events/{event.pk}", reduced_motion=wish)
    page.wait_for_load_state("load")
    assert shift_of(page) == 0
    assert (page.evaluate(SWAP) > 0) is moves
