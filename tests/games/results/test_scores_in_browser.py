"""Final scores as people see them: on a phone and at a desk, in light and dark, from the left and from the right."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from playwright.sync_api import Page

from games.models import Game
from games.records.services.submit_record import submit_record
from games.results.services.submit_score import submit_score
from testing.browser import DESK, PHONE, Open, overflow
from testing.engine.rules.lyngk_data import reference_games
from testing.factories import ClubFactory, organiser_of, seated
from tests.games.results.test_adjudication import lyngk_game
from tests.looks import choose, go

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOOKS = [(DESK, "en", "light"), (PHONE, "en", "dark"), (PHONE, "fa", "light"), (DESK, "ja", "dark")]


@pytest.fixture
def game() -> Game:
    """A game of LYNGK that ended, with a certificate."""
    club = ClubFactory()
    game, moves = lyngk_game(club, reference_games()[1])
    submit_record(game.pk, organiser_of(club), moves)
    call_command("work", "--once")
    return game


def in_each_look(page: Page, path: str) -> Iterator[None]:
    """The page in each look: in none of them it is wider than its window."""
    for width, language, theme in LOOKS:
        choose(page, language, theme)
        page.set_viewport_size({"width": width, "height": 844})
        go(page, path)
        keep(page, f"{path.strip('/').replace('/', '-')}-{width}-{language}-{theme}")
        assert overflow(page) == 0, (path, width, language, theme)
        yield


@pytest.mark.slow
def test_score_and_certificate_fit_on_the_screen(game: Game, open_page: Open) -> None:
    page = open_page("/about")
    for path in (f"/games/{game.pk}", f"/games/{game.pk}/certificates/1"):
        for _look in in_each_look(page, path):
            assert page.locator("tr.decides .badge").is_visible()


def test_the_other_player_agrees_with_one_click(open_page: Open) -> None:
    game, _moves = lyngk_game(ClubFactory(), reference_games()[0])
    submit_score(game.pk, seated(game, "white"), counts=[[2, 0, 0, 1, 0], [2, 1, 0, 0, 0]])
    page = open_page("/about", seated(game, "black"))
    for _look in in_each_look(page, f"/games/{game.pk}/score"):
        assert page.locator("form.form button.primary").is_visible()
    page.locator("form.form button.primary").click()
    page.wait_for_url(f"**/games/{game.pk}/result")
    game.refresh_from_db()
    assert game.result == "0-1"


def test_the_arbiter_sees_what_is_known(open_page: Open) -> None:
    club = ClubFactory()
    game, moves = lyngk_game(club, reference_games()[1])
    submit_record(game.pk, seated(game, "white"), moves.rsplit(" ", 3)[0])
    page = open_page("/about", organiser_of(club))
    for _look in in_each_look(page, f"/games/{game.pk}/result"):
        assert page.locator("#proposal").is_visible()


def keep(page: Page, name: str) -> None:
    folder = os.environ.get("ADJ_SHOTS")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
