"""Strangers without an account in Chromium: two clicks from home to a first move, and a game by a link."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from common.journal import services as journal
from common.qr_codes import qr_code
from games.models import Game
from play.challenges.services.challenges import NewChallenge, open_challenge
from play.core.playing import load_game
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory, PersonFactory
from tests.play.table.test_games_in_browser import (
    WITHOUT_A_CONNECTION,
    clicks_of,
    counting_clicks,
    make_first_move,
    spot,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_stranger_without_an_account_makes_a_first_move_two_clicks_from_home(open_page: Open) -> None:
    journal.open_scope(journal.SERVER)
    host = AccountFactory(person=PersonFactory(name="Wanda"))
    wanted = NewChallenge(rules="gipf-basic", control="300+3", colour="black", rated=False, guests=True)
    open_challenge(host, wanted)
    page = counting_clicks(open_page("/", often=True))
    page.get_by_role("link", name="Play", exact=True).first.click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-ask]")).to_have_text("Choose the dot where your piece comes in.")
    assert clicks_of(page) == 2
    make_first_move(page)
    page.reload()
    expect(page).to_have_title("Waiting · Guest – Wanda · Gipfel")


def make_link(page: Page) -> str:
    """A stranger's link to a game as White, of which the page stays open: its path."""
    page.get_by_role("link", name="Play with a friend").first.click()
    page.get_by_label("Your colour").select_option("white")
    page.get_by_role("button", name="Make the link").click()
    address = page.get_by_label("Link", exact=True).input_value()
    return address[address.index("/play/") :]


def accept(page: Page, name: str = "") -> None:
    if name:
        page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Play", exact=True).click()


def play_first_turns(one: Page, other: Page) -> None:
    """White's and Black's first turn, after which the game cannot be aborted any more."""
    spot(one, "g1")
    spot(one, "g2")
    expect(one.locator("[data-ask]")).to_have_text("Your opponent is to move.")
    expect(other.locator(".moves .turn")).to_have_text(["g2"], timeout=WITHOUT_A_CONNECTION)
    spot(other, "a2")
    spot(other, "b3")
    expect(one.locator(".moves .turn")).to_have_text(["g2", "b3"], timeout=WITHOUT_A_CONNECTION)
    assert load_game(Game.objects.get().pk).plies == 2


COUNT_TONES = """
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    sessionStorage.tones = Number(sessionStorage.tones ?? 0) + 1;
    return make.call(this);
  };
"""


def test_the_stranger_who_stays_on_the_page_of_the_link_is_taken_to_the_board(open_page: Open) -> None:
    journal.open_scope(journal.SERVER)
    AccountFactory(person=PersonFactory())  # a server without an account is set up first
    one = open_page("/play", width=PHONE, often=True)
    one.add_init_script(COUNT_TONES)
    other = open_page(make_link(one), width=PHONE, often=True)
    assert overflow(one) == overflow(other) == 0
    expect(one).to_have_title("Waiting · Challenge · Gipfel")
    one.evaluate(
        "new MutationObserver(() => { sessionStorage.title = document.title; })"
        ".observe(document.querySelector('title'), {childList: true})"
    )
    accept(other, "Zoe")
    expect(one).to_have_title("● Your turn · Guest – Zoe (guest) · Gipfel", timeout=WITHOUT_A_CONNECTION)
    assert one.evaluate("sessionStorage.title") == "● The game has started"
    assert one.evaluate("sessionStorage.tones") == "3"
    play_first_turns(one, other)


@pytest.mark.slow
def test_an_account_that_stays_on_the_page_of_the_link_is_taken_to_the_board(open_page: Open) -> None:
    journal.open_scope(journal.SERVER)
    host, friend = AccountFactory(person=PersonFactory(name="Wanda")), AccountFactory(person=PersonFactory(name="Ben"))
    wanted = NewChallenge(rules="gipf-basic", control="300+3", colour="white", audience="link")
    path = reverse("play-link", args=[open_challenge(host, wanted).token])
    one, other = open_page(path, host, often=True), open_page(path, friend)
    accept(other)
    expect(one).to_have_title("● Your turn · Wanda – Ben · Gipfel", timeout=WITHOUT_A_CONNECTION)
    play_first_turns(one, other)


def test_without_scripts_the_page_of_the_link_loads_itself_and_leads_to_the_board(open_page: Open) -> None:
    journal.open_scope(journal.SERVER)
    host, friend = AccountFactory(person=PersonFactory(name="Wanda")), AccountFactory(person=PersonFactory(name="Ben"))
    wanted = NewChallenge(rules="gipf-basic", control="300+3", colour="white", audience="link")
    path = reverse("play-link", args=[open_challenge(host, wanted).token])
    one = open_page(path, host, java_script_enabled=False)
    expect(one.get_by_role("link", name="Check again")).to_be_visible()
    accept(open_page(path, friend))
    expect(one).to_have_title("● Your turn · Wanda – Ben · Gipfel", timeout=WITHOUT_A_CONNECTION)


def test_who_neither_made_nor_accepted_the_link_is_told_that_it_is_closed(open_page: Open) -> None:
    journal.open_scope(journal.SERVER)
    host, friend = AccountFactory(person=PersonFactory()), AccountFactory(person=PersonFactory())
    wanted = NewChallenge(rules="gipf-basic", control="300+3", colour="white", audience="link")
    path = reverse("play-link", args=[open_challenge(host, wanted).token])
    accept(open_page(path, friend))
    expect(open_page(path).locator("main")).to_contain_text("This challenge is closed.")


def test_the_link_is_copied_shared_and_shown_as_a_qr_code(open_page: Open, live_server: LiveServer) -> None:
    journal.open_scope(journal.SERVER)
    host = AccountFactory(person=PersonFactory())
    wanted = NewChallenge(rules="gipf-basic", control="300+3", colour="white", audience="link")
    path = reverse("play-link", args=[open_challenge(host, wanted).token])
    page = open_page(path, host, permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = (what) => { window.shared = what; return Promise.resolve(); }")
    page.reload()
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("[data-copy-status]")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == live_server.url + path
    page.get_by_role("button", name="Share …").click()
    assert page.evaluate("window.shared.url") == live_server.url + path
    assert page.locator("img.scan").get_attribute("src") == qr_code(live_server.url + path)
