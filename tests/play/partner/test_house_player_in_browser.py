"""A house player in Chromium: an officer adds it, a member plays it to the end, and the rating list marks it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from common.jobs.services import run_due
from common.journal import services as journal
from games.models import Game
from play.core.player import program_at
from play.core.playing import load_game
from play.games.services.games import play_turn
from play.partner.services import house_players
from players.models import HousePlayer
from ratings.pools.services.pools import pool_for
from testing.browser import PHONE, Open, overflow
from testing.factories import ClubFactory, organiser_of, player_in
from testing.games.game_records import played, tokens_of
from tests.play.table.test_games_in_browser import WITHOUT_A_CONNECTION

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PLIES = 22
"""Of the game's 24, those that are played before the browser goes on with the position that is lost for White."""


def bring_to_the_end(game: int) -> None:
    """All but the last two turns, as the two would make them."""
    row = load_game(game)
    program = program_at(row.game, 1)
    member = row.game.white.account
    assert program is not None
    for ply, token in enumerate(tokens_of(played())[:PLIES]):
        play_turn(game, (member, program)[ply % 2], token, expect=load_game(game).version)


@pytest.mark.parametrize("language", ["en", "fa"])
def test_from_adding_it_to_its_place_in_the_rating_list(
    open_page: Open, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.open_scope(journal.SERVER)
    first_of = SimpleNamespace(choice=lambda given: given[0])  # the lot of colours: the member has White
    monkeypatch.setattr(house_players, "secrets", first_of)
    club = ClubFactory()
    officer, member, pool = organiser_of(club), player_in(club, name="Mina Mensch"), pool_for("gipf-basic", club)

    desk = open_page(f"/clubs/{club.slug}/house-players", officer, language=language)
    desk.locator("select[name=rules]").select_option("gipf-basic")
    desk.locator("select[name=level]").select_option("1")
    desk.locator(".form-end button.primary").click()
    expect(desk.locator("table .lead-cell")).to_contain_text(f"{club.name} · GIPF, basic game, level 1")
    computer = HousePlayer.objects.get()
    desk.goto(desk.url.replace(f"/clubs/{club.slug}/house-players", f"/ratings/{pool.pk}/settings"))
    desk.locator("[name=admits_programs]").select_option("yes")
    desk.locator(".form-end button.primary, form button.primary").last.click()
    pool.refresh_from_db()
    assert pool.admits_programs

    page = open_page(f"/clubs/{club.slug}", member, language=language, width=PHONE, often=True)
    offered = page.locator(".house-players")
    expect(offered.locator("li")).to_contain_text({"en": "program", "fa": "(برنامه)"}[language])
    assert overflow(page) == 0
    offered.locator("button[name=rated][value='1']").click()
    expect(page.locator("[data-board]")).to_be_visible()
    game = Game.objects.get().pk
    expect(page.locator(".side-name").first).to_contain_text("level 1")
    bring_to_the_end(game)
    page.reload()
    assert page.locator("form[action$='/offer-takeback']").count() == 0, "a rated game is played as it is"
    page.locator("details:has(form[action$='/resign']) summary").click()
    page.locator("form[action$='/resign'] button").click()
    expect(page.locator(".play-end")).to_be_visible(timeout=WITHOUT_A_CONNECTION)
    expect(page.locator(f".play-end a[href='/clubs/{club.slug}']")).to_be_visible()
    assert overflow(page) == 0
    assert Game.objects.get().result == "0-1"

    run_due()
    page.goto(page.url.replace(f"/play/{game}", f"/ratings/{pool.pk}"))
    first = page.locator("tbody tr").first
    expect(first).to_contain_text(f"{club.name} · GIPF, basic game, level 1")
    expect(first).to_contain_text({"en": "program", "fa": "برنامه"}[language])
    expect(first).to_contain_text("1520")
    assert overflow(page) == 0
    assert computer.person_id == HousePlayer.objects.get().person_id
