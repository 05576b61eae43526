"""A study in Chromium: read by keys without loading pages, and written on the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Study, StudyTurn
from games.studies.services.studies import create_study
from games.studies.services.turns import annotate_turn
from games.studies.sources import new_chapter, read_text
from games.studies.stored import start_of, tree_of
from players.models import Account
from testing.browser import PHONE, Open, click_on, overflow
from testing.marks import slow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEXT = '[Game "gipf"]\n[Rules "basic"]\n\n1. g2 {edge} (1. c2 c6) b3 2. f2 *\n'


@pytest.fixture
def study(owner: Account) -> Study:
    study = create_study(owner, "Edges", read_text(TEXT).chapters, visibility="public")
    annotate_turn(study.slug, owner, 1, 2, marks=["Gd4", "Rb3-e5"], expect=None)
    return study


def current(page: Page) -> str:
    return page.locator("[data-turn][aria-current]").inner_text()


def test_keys_step_along_lines_and_between_variations_without_loading_a_page(open_page: Open, study: Study) -> None:
    page = open_page(f"/studies/{study.slug}")
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    for key, token in (("ArrowRight", "g2"), ("ArrowDown", "c2"), ("ArrowRight", "c6"), ("ArrowLeft", "c2")):
        page.keyboard.press(key)
        expect(page.locator("[data-turn][aria-current]")).to_have_text(token)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-turn][aria-current]")).to_have_text("b3")
    expect(page.locator("[data-board] .b-marks > *")).to_have_count(2)
    page.keyboard.press("End")
    expect(page.locator("[data-turn][aria-current]")).to_have_text("f2")
    expect(page.locator("[data-board] .b-marks")).to_have_count(0)
    expect(page.locator("[data-step=on]")).to_have_attribute("aria-disabled", "true")
    assert page.locator("#share-link").input_value().endswith("chapter=1&turn=3")
    page.keyboard.press("Home")
    expect(page.locator("[data-turn][aria-current]")).to_have_text("Start")
    assert loads == []


def test_turns_are_made_on_the_board_and_go_where_they_were_made(open_page: Open, owner: Account, study: Study) -> None:
    page = open_page(f"/studies/{study.slug}?turn=3&edit=1", owner)
    page.locator("[data-spot=d1]").click()
    page.locator("[data-spot=d2]").click()
    expect(page.locator("[data-turn][aria-current]")).to_have_text("d2")
    page.locator("[data-turn='4']").click()
    expect(page.locator("[data-turn][aria-current]")).to_have_text("c2")
    page.locator("[data-spot=d1]").click()
    page.locator("[data-spot=d2]").click()
    expect(page.locator("[data-turn][aria-current]")).to_have_text("d2")
    rows = StudyTurn.objects.filter(chapter__study=study, token="d2").order_by("number")
    assert list(rows.values_list("number", "parent")) == [(6, 3), (7, 4)]
    page.locator("#note_comment").fill("A rim")
    page.locator("#note_sign").select_option("!?")
    page.get_by_role("button", name="Save comment").click()
    expect(page.locator(".study-comment", has_text="A rim")).to_be_visible()
    expect(page.locator("[data-turn][aria-current]")).to_have_text("d2!?")


def test_marks_are_drawn_on_the_board(open_page: Open, owner: Account, study: Study) -> None:
    page = open_page(f"/studies/{study.slug}?turn=1&edit=1", owner)
    page.get_by_role("button", name="Mark on the board").click()
    page.locator("[data-colour]").select_option("R")
    click_on(page, "[data-spot=d4]")
    expect(page.locator("[data-board] .b-mark-r")).to_have_count(1)
    start, end = (page.locator(f"[data-spot={name}]").bounding_box() for name in ("c3", "e5"))
    assert start and end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    page.mouse.up()
    expect(page.locator("[data-board] .b-mark-r")).to_have_count(2)
    assert StudyTurn.objects.get(chapter__study=study, number=1).marks == ["Rd4", "Rc3-e5"]
    expect(page.get_by_role("button", name="Mark on the board")).to_have_attribute("aria-pressed", "true")
    click_on(page, "[data-spot=d4]")
    expect(page.locator("[data-board] .b-mark-r")).to_have_count(1)


def test_what_was_typed_stays_where_somebody_was_quicker(open_page: Open, owner: Account, study: Study) -> None:
    page = open_page(f"/studies/{study.slug}?turn=1&edit=1", owner)
    page.locator("#note_comment").fill("typed for long")
    annotate_turn(study.slug, owner, 1, 1, comment="from the phone", expect=None)
    page.get_by_role("button", name="Save comment").click()
    expect(page.locator("[data-refused]")).to_contain_text("changed elsewhere")
    expect(page.locator("#note_comment")).to_have_value("typed for long")
    page.get_by_role("button", name="Save comment").click()
    expect(page.locator(".study-comment", has_text="typed for long")).to_be_visible()


@pytest.mark.parametrize("rules", ["lyngk-main", slow("yinsh-normal"), slow("zertz-37"), slow("gipf-tournament")])
def test_every_game_is_studied_by_typed_turns(open_page: Open, owner: Account, rules: str) -> None:
    study = create_study(owner, "Any", [new_chapter(rules)])
    page = open_page(f"/studies/{study.slug}?edit=1", owner)
    row = study.chapters.get()
    position = start_of(tree_of(row)).position()
    token = position.notation(next(iter(position.legal_moves())))
    page.locator("#board-turns").fill(token)
    page.keyboard.press("Enter")
    expect(page.locator("[data-turn='1'][aria-current]")).to_have_text(token)


def test_a_phone_shows_the_board_in_its_width(open_page: Open, owner: Account, study: Study) -> None:
    for address, account in ((f"/studies/{study.slug}", None), (f"/studies/{study.slug}?edit=1&turn=1", owner)):
        page = open_page(address, account, width=PHONE)
        assert overflow(page) == 0
        box = page.locator("[data-board] svg").bounding_box()
        assert box and box["width"] > 300


def test_without_scripts_links_lead_to_turns(open_page: Open, study: Study) -> None:
    page = open_page(f"/studies/{study.slug}", java_script_enabled=False)
    page.locator("[data-step=on]").click()
    assert re.search(r"turn=1", page.url)
    assert current(page) == "g2"
