"""A deal practised in Chromium: by clicks, by keys, without scripts, on a phone and in Persian."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from play.models import PracticeDeal
from testing.browser import PHONE, Open, overflow
from testing.play.factories import GWG, OPEN_SETUP, practice_deal
from tests.looks import choose

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FULL_FOURTEEN = "55 梅, 54 雜九, 64 紅頭: full fourteen"


@pytest.fixture
def deal() -> PracticeDeal:
    """Deal 7 lies as in the examples of the rules."""
    return practice_deal(setup=OPEN_SETUP)


def begin(page: Page) -> Page:
    page.check(f"input[value={GWG}]")
    page.locator(".deal-more > summary").click()
    page.fill("#id_number", "7")
    page.locator("main form .button.primary").click()
    expect(page.locator("[data-play]")).to_be_visible()
    return page


def lifted(page: Page) -> None:
    """Level 3 has lost three tiles, which lie at the left of the commons."""
    expect(page.locator("[data-play-news]")).to_have_text(f"Played: {FULL_FOURTEEN}.")
    words = page.locator(".play-words li").all_text_contents()
    assert "Level 3: 42 二四, 66 天." in words
    assert "Commons, from the left: 55 梅, 54 雜九, 64 紅頭, 22 板凳." in words


def test_tiles_are_chosen_by_clicks_and_the_turn_is_played_where_one_stands(
    open_page: Open, deal: PracticeDeal
) -> None:
    page = begin(open_page("/practice"))
    confirm = page.locator("[data-play-confirm]")
    expect(confirm).to_be_disabled()
    page.locator('[data-spot="2.3"]').click(force=True)  # is in no triple
    expect(page.locator('[data-spot="2.3"]')).to_have_attribute("aria-pressed", "false")
    page.locator('[data-spot="3.5"]').click()
    expect(confirm).to_be_disabled()  # two turns have it
    page.locator('[data-spot="3.2"]').click()
    expect(page.locator('[data-spot="3.1"]')).to_have_attribute("aria-pressed", "true")
    expect(confirm).to_have_text(FULL_FOURTEEN)
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    confirm.click()
    lifted(page)
    assert loads == []
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-play-news]")).to_have_text("")
    assert loads == []


def test_a_game_is_played_by_keys_alone(open_page: Open, deal: PracticeDeal) -> None:
    page = begin(open_page("/practice"))
    expect(page.locator("[data-play][data-ready]")).to_be_visible()  # before that no tile takes the focus
    page.locator('[data-play-board] [data-spot][tabindex="0"]').focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown"):  # from the generals to level 3
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.spot") == "3.1"
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator('[data-spot="3.5"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator('[data-spot="3.5"]')).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    lifted(page)
    expect(page.locator('[data-spot="3.1"]')).to_be_focused()  # one goes on where one was
    assert page.locator("p[role=status]").last.text_content() == f"Played: {FULL_FOURTEEN}."


def test_the_table_works_without_scripts(open_page: Open, deal: PracticeDeal) -> None:
    page = begin(open_page("/practice", java_script_enabled=False))
    expect(page.locator("[data-play-bar]")).to_be_hidden()
    expect(page.locator(".b-hits")).to_be_hidden()
    page.get_by_role("button", name=FULL_FOURTEEN).click()
    lifted(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("The solver is looking")).to_be_visible()
    page.get_by_text("Give up", exact=True).first.click()
    page.locator("details.confirm[open] form button").click()
    expect(page.get_by_role("heading", name="Result: given up")).to_be_visible()
    expect(page.get_by_text("won this deal in round 6")).to_be_visible()


def test_the_table_fits_a_phone_and_its_tiles_are_not_mirrored(open_page: Open, deal: PracticeDeal) -> None:
    page = begin(open_page("/practice", width=PHONE))
    for language in ("en", "fa"):
        choose(page, language)
        page.reload()
        expect(page.locator(f"html[lang={language}] [data-play]")).to_be_visible()
        assert overflow(page) == 0
        first, last = (page.locator(f'[data-spot="3.{place}"]').bounding_box() for place in (1, 5))
        assert first is not None and last is not None and first["x"] < last["x"]
    page.locator('[data-spot="3.5"]').click()
    page.locator('[data-spot="3.2"]').click()
    page.locator("[data-play-confirm]").click()
    expect(page.locator("[data-play-news]")).not_to_have_text("")
    for language in ("fa", "en"):
        choose(page, language)
        page.reload()
        assert overflow(page) == 0


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, from_spot: str, to: str) -> None:
    page.locator(to).first.scroll_into_view_if_needed()
    page.mouse.move(*middle_of(page, f'[data-spot="{from_spot}"]'))
    page.mouse.down()
    x, y = middle_of(page, to)
    page.mouse.move(x, y - 20, steps=3)
    page.mouse.move(x, y)
    page.mouse.up()


def ready(page: Page) -> Page:
    expect(page.locator("[data-play][data-ready]")).to_be_visible()
    return page


def test_tiles_are_dragged_onto_each_other_and_onto_the_tray(open_page: Open, deal: PracticeDeal) -> None:
    page = ready(begin(open_page("/practice")))
    drag(page, "3.5", '[data-spot="3.2"]')  # both are chosen, and with them the only third one
    for spot in ("3.1", "3.2", "3.5"):
        expect(page.locator(f'[data-spot="{spot}"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-play-confirm]")).to_have_text(FULL_FOURTEEN)
    drag(page, "3.1", "[data-tray]")
    lifted(page)


def test_a_tile_that_is_let_go_on_nothing_lies_where_it_lay_and_nothing_is_chosen(
    open_page: Open, deal: PracticeDeal
) -> None:
    page = ready(begin(open_page("/practice")))
    before = page.locator('[data-at="3.5"]').bounding_box()
    drag(page, "3.5", ".play-phase")
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
    assert page.locator('[data-at="3.5"]').bounding_box() == before
    expect(page.locator("[data-play-board] [aria-pressed=true]")).to_have_count(0)


@pytest.mark.parametrize("key", ["u", "Control+z"])
def test_a_turn_is_taken_back_by_a_key(open_page: Open, deal: PracticeDeal, key: str) -> None:
    page = ready(begin(open_page("/practice")))
    page.keyboard.press(key)  # there is nothing yet
    drag(page, "3.5", '[data-spot="3.2"]')
    page.locator("[data-play-confirm]").click()
    lifted(page)
    expect(page.locator("[data-play-bar] kbd")).to_have_text("U")
    page.keyboard.press(key)
    expect(page.locator("[data-play-news]")).to_have_text("")
    expect(page.locator('[data-at="3.5"]')).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)


@pytest.mark.parametrize(("motion", "is_still"), [("no-preference", False), ("reduce", True)])
def test_tiles_slide_to_where_they_go_unless_the_reader_wants_none(
    open_page: Open, deal: PracticeDeal, motion: str, is_still: bool
) -> None:
    page = ready(begin(open_page("/practice", reduced_motion=motion)))
    page.evaluate(
        """() => { window.slides = []; const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
            const ways = frames.map(each => each.transform);
            window.slides.push([this.dataset.tile, ways, options.duration, options.easing]);
            return animate.call(this, frames, options); } }"""
    )
    drag(page, "3.5", '[data-spot="3.2"]')
    page.evaluate("window.slides = []")
    page.locator("[data-play-confirm]").click()
    lifted(page)
    slides = {tile: (frames, *how) for tile, frames, *how in page.evaluate("window.slides") if frames[0]}
    if is_still:
        assert slides == {}
        return
    # 66 from place 4 of level 3 (18 + 3.5 times 43) to place 2, two steps of 43 to the left; 55 to the tray, where
    # tiles are smaller.
    (start, end), *how = slides["t66"]
    assert (start, end) == ("translate(168.5px, 255px) scale(1)", "translate(82.5px, 255px) scale(1)")
    assert how == [180, "ease-out"]
    assert slides["t55"][0][1].endswith("scale(0.62)")


def test_the_time_counts_and_can_be_folded_away_for_all_deals(open_page: Open, deal: PracticeDeal) -> None:
    page = ready(begin(open_page("/practice")))
    time = page.locator("[data-play-time]")
    expect(time).to_have_text("0:02", timeout=10_000)
    page.locator("[data-play-timer] summary").click()
    expect(time).to_be_hidden()
    ready(begin_again(page))
    expect(page.locator("[data-play-timer]")).to_be_visible()
    expect(time).to_be_hidden()
    page.locator("[data-play-timer] summary").click()
    expect(time).to_be_visible()


def begin_again(page: Page) -> Page:
    page.goto(page.url.replace("/practice/table", "/practice"))
    return begin(page)


def test_tiles_are_56_pixels_wide_on_a_phone_and_a_desk(open_page: Open, deal: PracticeDeal) -> None:
    page = ready(begin(open_page("/practice", width=PHONE)))
    for width, height in ((PHONE, 844), (1280, 900), (1280, 600)):
        page.set_viewport_size({"width": width, "height": height})
        widths = page.locator("[data-tile]:not([data-at^=C]) .p-face, [data-tile]:not([data-at^=C]) use").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().width)"
        )
        assert min(widths) >= 56, (width, height)
        assert overflow(page) == 0


def test_the_list_of_all_turns_is_folded_and_stays_as_it_was_left(open_page: Open, deal: PracticeDeal) -> None:
    page = ready(begin(open_page("/practice")))
    turn = page.locator("[data-play-form]").get_by_role("button", name=FULL_FOURTEEN)
    expect(turn).to_be_hidden()
    page.get_by_text("All turns").click()
    turn.click()
    lifted(page)
    expect(page.locator("[data-play-form]").get_by_role("button").first).to_be_visible()
