"""Strangers without an account in Chromium: two clicks from home to a first move, and a game by a link."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from common.journal import services as journal
from games.models import Game
from play.playing import load_game
from play.services import NewChallenge, open_challenge
from tests.browser import PHONE, Open, overflow
from tests.factories import AccountFactory, PersonFactory
from tests.play.test_games_in_browser import clicks_of, counting_clicks, make_first_move, spot

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_stranger_without_an_account_makes_a_first_move_two_clicks_from_home(open_page: Open) -> None:
    journal.open_scope(journal.SERVER)
    host = AccountFactory(person=PersonFactory(name="Wanda"))
    wanted = NewChallenge(rules="gipf-basic", control="300+3", colour="black", rated=False, guests=True)
    open_challenge(host, wanted)
    page = counting_clicks(open_page("/"))
    page.get_by_role("link", name="Play", exact=True).first.click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-ask]")).to_have_text("Choose the dot where your piece comes in.")
    assert clicks_of(page) == 2
    make_first_move(page)
    page.reload()
    expect(page).to_have_title("Waiting · Guest – Wanda · Gipfel")


def test_two_strangers_play_by_a_link(open_page: Open) -> None:
    journal.open_scope(journal.SERVER)
    AccountFactory(person=PersonFactory())  # a server without an account is set up first
    one = open_page("/play", width=PHONE)
    one.get_by_role("link", name="Play with a friend").first.click()
    assert overflow(one) == 0
    one.get_by_label("Your colour").select_option("white")
    one.get_by_role("button", name="Make the link").click()
    address = one.locator("main code").last.inner_text()
    other = open_page(address[address.index("/play/") :], width=PHONE)
    assert overflow(other) == 0
    other.get_by_label("Your name").fill("Zoe")
    other.get_by_role("button", name="Play", exact=True).click()
    one.get_by_role("link", name="Wait in the lobby").click()
    one.get_by_role("link", name="Zoe (guest)").click()
    spot(one, "g1")
    spot(one, "g2")
    expect(one.locator("[data-ask]")).to_have_text("Your opponent is to move.")
    expect(other.locator(".moves .turn")).to_have_text(["g2"])
    spot(other, "a2")
    spot(other, "b3")
    expect(one.locator(".moves .turn")).to_have_text(["g2", "b3"])
    assert load_game(Game.objects.get().pk).plies == 2
