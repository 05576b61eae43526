"""Conditional turns in Chromium: a line is stored beside the board, and its answer appears there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from common.jobs.services import run_now
from play.core.services.conditional_lines import ANSWER
from play.table.services.conditional_turns import store_line
from players.models import Account
from testing.browser import PHONE, Open
from testing.play.online import begin, play
from tests.looks import too_wide

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_line_is_stored_and_its_answer_is_seen(open_page: Open, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control="3days+10")
    play(game, (white, "g2"))
    page = open_page(f"/play/{game}", white)
    page.get_by_text("Conditional turns", exact=True).click()
    field = page.get_by_label("Turns, separated by blanks")
    field.fill("b3 zz")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Turn 2, “zz”")).to_be_visible()
    expect(field).to_have_value("b3 zz")
    field.fill("b3 f2 b4 c2")
    page.get_by_role("button", name="Save the line").click()
    expect(page.get_by_role("button", name="Delete b3 f2 b4 c2")).to_be_visible()
    other = open_page(f"/play/{game}", black)
    expect(other.get_by_text("Conditional turns", exact=True)).to_be_visible()
    assert "b4 c2" not in other.content()
    play(game, (black, "b3"))
    run_now(ANSWER, [f"game:{game}"])
    page.reload()
    expect(page.locator(".moves .turn")).to_have_text(["g2", "b3", "f2"])
    page.get_by_role("button", name="Delete b4 c2").click()
    expect(page.get_by_role("button", name="Delete b4 c2")).to_have_count(0)


def test_lines_fit_a_phone_and_are_drawn_again_after_a_turn(open_page: Open, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control="3days+10")
    play(game, (white, "g2"))
    store_line(game, white, "b3 f2 b4 c2")
    page = open_page("/about", white, width=PHONE)
    assert too_wide(page, (f"/play/{game}",), ("fa", "en")) == []
    expect(page.get_by_role("button", name="Delete b3 f2 b4 c2")).to_be_visible()
    page.get_by_label("Turns, separated by blanks").fill("b3")
    play(game, (black, "b3"))
    run_now(ANSWER, [f"game:{game}"])
    expect(page.get_by_role("button", name="Delete b4 c2")).to_be_visible(timeout=60_000)
    expect(page.get_by_label("Turns, separated by blanks")).to_have_value("b3")
    play(game, (black, "g6"))
    expect(page.locator("#own-lines")).to_have_text(
        "It is your turn. Store conditional turns while your opponent is to move.", timeout=60_000
    )
