"""The frame of every page as Chromium shows it: theme, language, menus, keyboard, phones, both directions."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from players.models import Account, Club
from testing.browser import DESK, PHONE, Open
from testing.factories import AccountFactory, ClubFactory
from testing.tournaments.factories import running
from tests.looks import LANGUAGES, choose, go, too_wide
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAPER, NIGHT = "rgb(251, 250, 247)", "rgb(22, 22, 20)"


def colour(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_the_theme_changes_where_one_stands_holds_on_the_next_page_and_paper_is_never_dark(open_page: Open) -> None:
    page = open_page("/about")
    assert colour(page) == PAPER
    page.locator("summary", has_text="Language and theme").click()
    with page.expect_response("**/theme"):
        page.get_by_role("button", name="Dark").click()
    assert colour(page) == NIGHT
    assert page.get_by_role("button", name="Dark").get_attribute("aria-pressed") == "true"
    page.reload()
    assert colour(page) == NIGHT
    page.emulate_media(media="print")
    assert colour(page) == "rgb(255, 255, 255)"


def test_without_a_choice_the_device_decides(open_page: Open) -> None:
    page = open_page("/about", color_scheme="dark")
    assert colour(page) == NIGHT
    choose(page, "en", "light")
    page.reload()
    assert colour(page) == PAPER


def test_without_scripts_language_and_theme_are_plain_forms(open_page: Open) -> None:
    page = open_page("/about", java_script_enabled=False)
    page.locator("summary", has_text="Language and theme").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("summary", has_text="Language and theme").click()
    page.get_by_role("button", name="فارسی", exact=True).click()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert page.url.endswith("/about")


def test_escape_closes_a_menu_and_gives_the_focus_back(open_page: Open) -> None:
    page = open_page("/about", AccountFactory(username="anna"))
    page.locator("summary", has_text="Your account").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Sign out")).to_be_hidden()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_a_menu_does_not_lie_over_what_the_keyboard_has_reached_after_it(open_page: Open) -> None:
    page = open_page("/about")
    menu = page.locator("details.menu", has=page.locator("summary", has_text="Language and theme"))
    menu.locator("summary").press("Enter")
    expect(menu.get_by_role("button", name="Dark")).to_be_visible()
    for _tab in range(menu.locator("summary, a, button").count()):
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Sign in").first).to_be_focused()
    expect(menu).not_to_have_attribute("open", "")


def test_escape_closes_a_question_without_answering_it_and_what_is_touched_is_24_pixels_high_and_wide(
    open_page: Open, administrator_of_all: Account, club: Club
) -> None:
    page = open_page(f"/clubs/{club.slug}/roles", administrator_of_all)
    question = page.locator("details.confirm").first
    question.locator("summary").click()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(question.locator("form")).to_be_hidden()
    expect(question.locator("summary")).to_be_focused()
    page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true; })")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    for width in (PHONE, DESK):
        page.set_viewport_size({"width": width, "height": 844})
        assert small_targets(page) == [], width


def small_targets(page: Page) -> list[str]:
    """What is touched and less than 24 pixels high or wide."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(":is(header, main, footer) :is(a, button, summary, select, input)")]
            .filter(each => each.checkVisibility() && each.type !== "hidden")
            .filter(each => !each.closest(".visually-hidden, .skip, p"))
            .map(each => [each, each.getBoundingClientRect()])
            .filter(([_each, box]) => Math.min(box.height, box.width) < 24)
            .map(([each]) => each.outerHTML.slice(0, 80))"""
    )
    return found


def test_the_sum_of_a_value_closes_by_escape_and_by_a_click_beside_it(
    open_page: Open, administrator_of_all: Account
) -> None:
    page = open_page(f"/events/{Event.objects.get(name='Closed Cup').pk}")
    value = page.locator("details.sum").first
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.locator("h1").click()):
        value.locator("summary").click()
        expect(value.locator(".sum-panel")).to_be_visible()
        close()
        expect(value.locator(".sum-panel")).to_be_hidden()


def test_the_first_tab_leads_past_the_header_and_what_has_the_focus_has_a_ring_of_three_pixels(
    open_page: Open,
) -> None:
    page = open_page("/about")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the page")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    go(page, "/search")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    style = page.evaluate(
        "(({outlineStyle, outlineWidth}) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))"
    )
    assert style == ["solid", "3px"]


@pytest.mark.slow
def test_the_header_is_one_line_on_a_phone_no_page_is_wider_and_persian_begins_at_the_right(open_page: Open) -> None:
    club: Club = ClubFactory(name="Rotterdam")
    page = open_page("/about", width=PHONE)
    for language in LANGUAGES:
        choose(page, language)
        go(page, f"/clubs/{club.slug}")
        assert_header_is_one_line(page)
    page.set_viewport_size({"width": DESK, "height": 844})
    choose(page, "fa")
    go(page, "/about")
    mark, menu = page.locator(".mark").bounding_box(), page.locator(".menu").first.bounding_box()
    assert mark is not None and menu is not None
    assert mark["x"] > menu["x"]
    ClubFactory(name="Aktivitätsgemeinschaftsvereinshauptversammlungsspielabteilung Nord")
    page.set_viewport_size({"width": PHONE, "height": 844})
    assert too_wide(page, ("/", "/search?q=a", "/about", "/nowhere")) == []


def assert_header_is_one_line(page: Page) -> None:
    header, sign_in = page.locator("header.top").bounding_box(), page.locator(".top .button").bounding_box()
    assert header is not None and sign_in is not None
    assert header["height"] <= 57
    assert sign_in["height"] <= 40
    name = page.locator(".top-club > bdi")
    assert name.evaluate("e => e.scrollWidth - e.clientWidth") == 0, "the name of the club is cut off"


FETCHED_FONTS = """document.fonts.ready.then(() => performance.getEntriesByType("resource")
    .map(each => new URL(each.name).pathname.split("/").pop()).filter(name => name.endsWith(".woff2")))"""


def test_a_page_fetches_the_letters_that_its_text_needs_and_no_others(open_page: Open) -> None:
    assert open_page("/about").evaluate(FETCHED_FONTS) == ["latin.woff2"]
    assert sorted(open_page("/about", language="fa").evaluate(FETCHED_FONTS)) == ["latin.woff2", "persian.woff2"]
    ClubFactory(name="高橋 さくら")  # U+9AD8, U+6A4B; U+3055, U+304F, U+3089
    page = open_page("/clubs")
    expect(page.locator("link[href*='noto-sans-jp']")).to_have_count(1)
    wanted = ["3040.woff2", "3080.woff2", "6a40.woff2", "9ac0.woff2", "latin.woff2"]
    for _try in range(400):
        if len(page.evaluate(FETCHED_FONTS)) >= len(wanted):
            break
        page.wait_for_timeout(50)
    assert sorted(page.evaluate(FETCHED_FONTS)) == wanted


def test_every_word_of_a_japanese_page_is_drawn_with_letters(open_page: Open) -> None:
    """Japanese letters are as wide as they are high; the box for a letter that is missing is narrower."""
    narrow = open_page("/about", language="ja").evaluate(
        """document.fonts.ready.then(() => [...document.querySelectorAll(".top-nav a, .top .button, .bottom a")]
            .filter(each => each.checkVisibility() && /^[\u3040-\u9fff]+$/.test(each.textContent.trim()))
            .filter(each => {
                const text = document.createRange();
                text.selectNodeContents(each);
                const size = parseFloat(getComputedStyle(each).fontSize);
                return text.getBoundingClientRect().width < 0.9 * size * each.textContent.length;
            }).map(each => each.textContent))"""
    )
    assert narrow == []


def test_japanese_names_fetch_letters_on_english_pages_and_other_pages_do_not(open_page: Open) -> None:
    lists = "link[href*='noto-sans-jp']"
    assert open_page("/").locator(lists).count() == 0
    club: Club = ClubFactory(name="東京ギプフクラブ")
    page = open_page("/")
    expect(page.locator(lists)).to_have_count(1)
    assert club.name in open_page("/", language="ja").locator("main").inner_text()


DRAWN_AS = """([element, digits]) => {
  const drawn = (text, family) => {
    const canvas = Object.assign(document.createElement("canvas"), {width: 60, height: 60});
    const pen = canvas.getContext("2d");
    pen.font = `40px ${family}`;
    pen.fillText(text, 10, 45);
    return canvas.toDataURL();
  };
  return document.fonts.load('40px "Persian Digits"', "4").then(() => {
    const own = getComputedStyle(element).fontFamily;
    return drawn(digits, own) === drawn(digits, '"Persian Digits"') ? "persian" : "latin";
  });
}"""


@pytest.mark.slow
def test_chosen_persian_digits_are_drawn_in_tables_and_not_on_boards_and_in_notation(
    open_page: Open, club: Club, organiser: Account
) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    page = open_page(f"/events/{event.pk}", language="fa-x-ir")
    digits = {where: page.locator(where).first.element_handle() for where in ("td.num", "h1")}
    assert {page.evaluate(DRAWN_AS, [each, "4"]) for each in digits.values()} == {"persian"}
    assert page.locator("td.num").first.inner_text() == "1", "the text itself stays as programs read it"
    page = open_page(f"/events/{event.pk}", language="fa")
    assert page.evaluate(DRAWN_AS, [page.locator("td.num").first.element_handle(), "4"]) == "latin"
    page = open_page("/rules/gipf-basic", language="fa-x-ir")
    for where, drawn in (("main p", "persian"), ("main svg text", "latin"), ("main code", "latin")):
        assert page.evaluate(DRAWN_AS, [page.locator(where).first.element_handle(), "4"]) == drawn, where
