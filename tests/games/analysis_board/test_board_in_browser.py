"""The analysis board in Chromium: by clicks, keys and touch, set up by hand, without scripts, on a phone in Persian."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from common.journal import services as journal
from games.models import Game, Study
from players.models import Account
from testing.axe import faults_of
from testing.browser import PHONE, Open, click_on, overflow
from testing.factories import AccountFactory, PersonFactory
from testing.marks import slow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BOARD = "/analysis/gipf-basic"
WAITS = 20_000
"""Milliseconds: the page asks again after pauses that grow."""
MOVES = "#analysis-turns .turn"
TOPS = """() => ["[data-board]", ".board-ask", "#analysis-steps", "#analysis-turns", "#analysis-ways"].map(
  (each) => Math.round(document.querySelector(each).getBoundingClientRect().top))"""


@pytest.fixture(autouse=True)
def server() -> None:
    journal.open_scope(journal.SERVER)
    AccountFactory()  # the server is set up


def work() -> None:
    for _queue in range(2):
        call_command("work", "--once", "--queues", "turns,analysis")


def touch(page: Page, *spots: str) -> None:
    for spot in spots:
        click_on(page, f'[data-spot="{spot}"]')


def test_turns_steps_and_what_the_computer_says_without_loading_a_page(open_page: Open) -> None:
    page = open_page(BOARD)
    page.evaluate("window.same = true")
    expect(page.locator(".board-verdict")).to_contain_text("is looking at the position")
    tops = page.evaluate(TOPS)
    work()
    expect(page.locator(".board-lines li")).to_have_count(3, timeout=WAITS)
    assert page.evaluate(TOPS) == tops, "nothing moves when it comes"
    touch(page, "g1", "g2")
    expect(page.locator(MOVES)).to_have_text(["g2"])
    touch(page, "b1", "b2")
    expect(page.locator(MOVES)).to_have_text(["g2", "b1-b3"])
    assert page.url.endswith("?turns=g2+b1-b3")
    expect(page.locator("[data-look-form] button")).to_be_disabled()
    work()
    expect(page.locator(".board-lines li")).to_have_count(3, timeout=WAITS)
    page.locator(".board-lines .turn").first.click()
    expect(page.locator(MOVES)).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".game-ply")).to_have_text("2 / 3")
    page.keyboard.press("Home")
    expect(page.locator(".game-ply")).to_have_text("0 / 3")
    page.keyboard.press("End")
    expect(page.locator(".game-ply")).to_have_text("3 / 3")
    page.locator(MOVES).first.click()
    expect(page.locator(".game-ply")).to_have_text("1 / 3")
    page.locator("[data-threats]").click()
    expect(page.locator("[data-threats]")).to_have_text("Hide threats")
    assert page.evaluate("window.same") is True
    assert overflow(page) == 0


def test_a_position_is_set_up_by_touch_and_analysed(open_page: Open) -> None:
    page = open_page(f"{BOARD}/set-up")
    page.evaluate("window.same = true")
    page.get_by_role("link", name="Empty board").click()
    expect(page.locator("#lay-out-position")).to_have_value("4/5/6/7/6/5/4 w 15-15 0-0 ss")
    touch(page, "d4")
    expect(page.locator("#lay-out-position")).to_have_value("4/5/2w3/7/6/5/4 w 14-15 0-0 ss")
    page.get_by_role("link", name="Black piece").click()
    expect(page.locator(".is-chosen").first).to_have_text("Black piece")
    page.locator('[data-spot="e5"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lay-out-position")).to_have_value("4/5/2w3/3b3/6/5/4 w 14-14 0-0 ss")
    page.get_by_role("link", name="Black to move").click()
    expect(page.locator("#lay-out-position")).to_have_value("4/5/2w3/3b3/6/5/4 b 14-14 0-0 ss")
    assert page.evaluate("window.same") is True
    page.locator("#lay-out-position").fill("4/5/2w3/3b3/6/5/4 b 19-14 0-0 ss")
    page.get_by_role("button", name="Show this position").click()
    expect(page.get_by_role("alert")).to_contain_text("in reserve and captured: 20, not 15")
    page.locator("#lay-out-position").fill("4/5/2w3/3b3/6/5/4 b 14-14 0-0 ss")
    page.get_by_role("button", name="Show this position").click()
    page.get_by_role("link", name="Analyse this position").click()
    expect(page.locator("[data-ask]")).to_contain_text("Black:")
    expect(page.locator("#analysis-text")).to_have_value("4/5/2w3/3b3/6/5/4 b 14-14 0-0 ss")


def test_it_is_played_on_against_the_computer_and_saved_as_a_study(open_page: Open) -> None:
    player: Account = AccountFactory(person=PersonFactory(name="Lea Linie"))
    page = open_page(f"{BOARD}?turns=g2", player)
    page.get_by_role("button", name="Save as study").click()
    expect(page.locator(".study-line [data-turn]")).to_have_text(["g2"])
    assert Study.objects.get().owner == player.person
    page.get_by_role("link", name="Analysis board").click()
    expect(page.locator(MOVES)).to_have_text(["g2"])
    page.get_by_role("link", name="Play on against the computer").click()
    expect(page.locator("select[name=colour]")).to_have_value("black")
    page.get_by_role("button", name="Level 2").click()
    expect(page.locator(".side-name").first).to_contain_text("Computer, level 2")
    assert Game.objects.get().setup == "b2w/5/6/w5b/6/w4/b2w_b_11-12_0-0_ss"
    touch(page, "b1", "b2")
    expect(page.locator(".moves .turn")).to_have_count(1, timeout=WAITS)


@pytest.mark.slow
def test_without_scripts_a_form_asks_and_links_lead_on(open_page: Open) -> None:
    page = open_page(BOARD, java_script_enabled=False)
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator(".board-verdict")).to_contain_text("is looking at the position")
    work()
    page.goto(page.url)
    expect(page.locator(".board-lines li")).to_have_count(3)
    page.locator('a[data-spot="g1"]').click()
    page.locator('a[data-spot="g2"]').click()
    page.locator(".board-type button").click()
    expect(page.locator(MOVES)).to_have_text(["g2"])
    page.locator("[data-go=back]").click()
    expect(page.locator(".game-ply")).to_have_text("0 / 1")
    page.get_by_role("link", name="Set up the position").click()
    page.locator('a[data-spot="d4"]').click()
    expect(page.locator("#lay-out-position")).to_have_value("b2w/5/2w3/w5b/6/5/b2w w 11-12 0-0 ss")


@pytest.mark.parametrize("theme", ["light", slow("dark")])
def test_on_a_phone_in_persian(open_page: Open, theme: str) -> None:
    page = open_page("/analysis/zertz-37", width=PHONE, language="fa", theme=theme, has_touch=True)
    board = page.locator("[data-board] svg").bounding_box()
    assert board is not None
    assert board["width"] >= 360
    assert overflow(page) == 0
    expect(page.locator("[data-look-form] button")).to_be_disabled()  # a look was asked for
    work()
    expect(page.locator(".board-lines li")).to_have_count(3, timeout=WAITS)
    assert overflow(page) == 0
    page.goto(page.url.replace("zertz-37", "zertz-37/set-up"))
    assert overflow(page) == 0
    page.locator('[data-spot="d4"]').tap()
    expect(page.locator("#lay-out-position")).to_have_value(
        "..../...../....../...W.../....../...../.... w B10,G8,W5 - -"
    )


@pytest.mark.slow
def test_axe_finds_nothing(open_page: Open) -> None:
    page = open_page("/analysis")
    for address in ("/analysis", f"{BOARD}?turns=g2&threats=1", f"{BOARD}/set-up"):
        assert faults_of(page, address) == []
