"""The desk in a browser: one key a result, the next board by itself, and the pages for what is not taken."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Claim
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.browser import DESK, PHONE, Open
from testing.factories import AccountFactory, organiser_of
from testing.tournaments.factories import decide, game, running
from tests.looks import too_wide
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"), rounds=1)


def row(page: Page, event: Event, white: str, black: str) -> Locator:
    return page.locator(f"#game-{game(event, white, black).pk}")


def test_results_are_entered_one_after_the_other_by_keys_and_arrows_go_back_to_take_one_back(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    expect(row(page, event, "Ada", "Finn")).to_be_focused()
    for key, then in (("1", ("Ben", "Eva")), ("0", ("Cleo", "Dan"))):
        page.keyboard.press(key)
        expect(row(page, event, *then)).to_be_focused()
    expect(page.locator("[data-left]")).to_have_text("1 result is missing")
    page.keyboard.press("+")
    expect(page.locator("[data-left]")).to_have_text("all results are in")
    results = [game(event, *pair).result for pair in (("Ada", "Finn"), ("Ben", "Eva"), ("Cleo", "Dan"))]
    assert results == ["1-0", "0-1", "+-"]
    row(page, event, "Ben", "Eva").focus()
    page.keyboard.press("ArrowUp")
    expect(row(page, event, "Ada", "Finn")).to_be_focused()
    page.keyboard.press("p")
    expect(page.locator("[data-left]")).to_have_text("1 result is missing")
    assert game(event, "Ada", "Finn").result == "pending"
    page.reload()  # the first board without a result has the focus
    expect(row(page, event, "Ada", "Finn")).to_be_focused()


def test_with_the_last_result_the_next_step_is_ready_and_goes_when_it_is_taken_back(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    warned = page.get_by_label("Pair without these results")
    expect(warned).to_be_visible()
    for key, then in (("1", ("Ben", "Eva")), ("1", ("Cleo", "Dan"))):
        page.keyboard.press(key)
        expect(row(page, event, *then)).to_be_focused()
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="Start round 2")).to_be_focused()
    expect(warned).to_be_hidden()
    expect(page.get_by_label("Journal").locator("li").filter(has_text="Round 1, board 3")).to_be_visible()
    page.keyboard.press("0")
    page.keyboard.press("u")
    expect(row(page, event, "Cleo", "Dan")).to_be_focused()
    expect(warned).to_be_visible()
    page.keyboard.press("0")
    expect(page.get_by_role("button", name="Start round 2")).to_be_focused()
    said = Claim.objects.filter(game=game(event, "Cleo", "Dan")).order_by("number")
    assert list(said.values_list("result", flat=True)) == ["1-0", "0-1"], "the key too many said nothing"


def test_a_mouse_does_the_same_and_so_does_a_page_without_scripts(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    row(page, event, "Ada", "Finn").get_by_role("button", name="1-0 White wins", exact=True).click()
    expect(row(page, event, "Ben", "Eva")).to_be_focused()
    plain = open_page(f"/events/{event.pk}/desk", organiser, java_script_enabled=False)
    row(plain, event, "Ben", "Eva").get_by_role("button", name="0-1 Black wins", exact=True).click()
    expect(plain.get_by_text("1 result is missing")).to_be_visible()
    assert [game(event, *pair).result for pair in (("Ada", "Finn"), ("Ben", "Eva"))] == ["1-0", "0-1"]


def test_who_is_late_reads_so_at_the_board_and_is_led_to_both_values(
    event: Event, organiser: Account, club: Club, open_page: Open
) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    decide(event, organiser_of(club), {("Ada", "Finn"): "0-1"})
    page.keyboard.press("1")
    late = row(page, event, "Ada", "Finn")
    expect(late.get_by_role("alert")).to_contain_text(
        "Not saved: 1-0 Another arbiter was faster. Current result: Black wins."
    )
    expect(row(page, event, "Ben", "Eva")).to_be_focused()
    expect(page.get_by_role("link", name="board 1 (1-0)")).to_be_visible()
    late.get_by_role("link", name="Look and decide").click()
    expect(page.get_by_text("Another arbiter was faster.")).to_be_visible()
    expect(page.get_by_text("Current result: Black wins.")).to_be_visible()
    page.get_by_label("Reason").fill("I watched the end.")
    page.get_by_role("button", name="Decide").click()
    page.wait_for_url("**/desk?round=1*")
    assert game(event, "Ada", "Finn").result == "1-0"


def test_results_from_elsewhere_are_told_by_a_line(event: Event, organiser: Account, open_page: Open) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    page.clock.install()
    page.reload()
    made = game(event, "Ada", "Finn")
    claim_result(made.pk, AccountFactory(person=made.white), "1-0", source="page")
    page.clock.fast_forward(20_000)
    line = page.get_by_role("link", name="1 new result")
    expect(line).to_be_visible()
    line.click()
    expect(row(page, event, "Ada", "Finn")).to_contain_text("1-0, waiting")


@pytest.mark.slow
def test_no_page_is_wider_than_a_phone(event: Event, organiser: Account, open_page: Open) -> None:
    pages = ("", "/pairings/1", "/players", "/games", "/crosstable", "/info", "/desk", "/enter")
    paths = [f"/events/{event.pk}{path}" for path in pages]
    assert too_wide(open_page("/about", organiser, width=PHONE), paths, ("en", "fa")) == []


def test_without_a_connection_what_is_entered_is_kept_and_sent_when_it_is_back(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    gone = page.locator("[data-offline]")
    expect(gone).to_be_hidden()
    # An aborted request would be an error on the console as well, which fails the test at its end.
    page.evaluate("() => { window.connected = fetch; window.fetch = () => Promise.reject(new TypeError('offline')) }")
    page.keyboard.press("1")
    expect(gone).to_be_visible()
    expect(row(page, event, "Ben", "Eva")).to_be_focused()
    page.keyboard.press("0")
    expect(row(page, event, "Ada", "Finn")).to_contain_text("saving 1-0")
    expect(row(page, event, "Ben", "Eva")).to_contain_text("saving 0-1")
    assert Claim.objects.count() == 0
    page.evaluate("() => { window.fetch = window.connected; dispatchEvent(new Event('online')) }")
    expect(page.locator("[data-left]")).to_have_text("1 result is missing")
    expect(gone).to_be_hidden()
    assert [game(event, *pair).result for pair in (("Ada", "Finn"), ("Ben", "Eva"))] == ["1-0", "0-1"]


def test_the_journal_beside_the_boards_scrolls_by_keyboard(event: Event, organiser: Account, open_page: Open) -> None:
    for code in ("1-0", "0-1", "1-0", "0-1", "1-0", "0-1"):
        decide(event, organiser, {("Ada", "Finn"): code})
    page = open_page(f"/events/{event.pk}/desk", organiser)
    page.set_viewport_size({"width": DESK, "height": 500})
    journal = page.locator("ol.journal")
    assert journal.evaluate("e => e.scrollHeight > e.clientHeight"), "there is more than is shown"
    journal.focus()
    page.keyboard.press("End")
    journal.evaluate("e => e.scrollTop > 0 || new Promise(done => e.addEventListener('scroll', done, { once: true }))")
    assert journal.evaluate("e => e.scrollTop") > 0
    expect(journal).to_have_accessible_name("Journal")
    assert journal.get_attribute("tabindex") == "0", "Chromium gives the focus to whatever scrolls, others do not"
