"""Final scores as people see them: on a phone and at a desk, in light and dark, from the left and from the right."""

from __future__ import annotations

import os

import pytest
from django.core.management import call_command

from games.models import Game
from games.services import submit_record, submit_score
from tests.browser import DESK, PHONE, Open, overflow
from tests.engine.rules.lyngk_data import reference_games
from tests.factories import ClubFactory, organiser_of, seated
from tests.games.test_adjudication import lyngk_game

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


@pytest.mark.parametrize(("width", "language", "theme"), LOOKS)
def test_score_and_certificate_fit_on_the_screen(game: Game, open_page: Open, width, language, theme) -> None:
    for path in (f"/games/{game.pk}", f"/games/{game.pk}/certificates/1"):
        page = open_page(path, width=width, language=language, theme=theme)
        keep(page, f"{path.rsplit('/', 2)[1]}-{width}-{language}-{theme}")
        assert overflow(page) == 0
        assert page.locator("tr.decides .badge").is_visible()


@pytest.mark.parametrize(("width", "language", "theme"), LOOKS)
def test_the_other_player_agrees_with_one_click(open_page: Open, width, language, theme) -> None:
    game, _moves = lyngk_game(ClubFactory(), reference_games()[0])
    submit_score(game.pk, seated(game, "white"), counts=[[2, 0, 0, 1, 0], [2, 1, 0, 0, 0]])
    page = open_page(f"/games/{game.pk}/score", seated(game, "black"), width=width, language=language, theme=theme)
    keep(page, f"score-{width}-{language}-{theme}")
    assert overflow(page) == 0
    page.locator("form.form button.primary").click()
    page.wait_for_url(f"**/games/{game.pk}/result")
    game.refresh_from_db()
    assert game.result == "0-1"


@pytest.mark.parametrize(("width", "language", "theme"), LOOKS)
def test_the_arbiter_sees_what_is_known(open_page: Open, width, language, theme) -> None:
    club = ClubFactory()
    game, moves = lyngk_game(club, reference_games()[1])
    submit_record(game.pk, seated(game, "white"), moves.rsplit(" ", 3)[0])
    page = open_page(f"/games/{game.pk}/result", organiser_of(club), width=width, language=language, theme=theme)
    keep(page, f"proposal-{width}-{language}-{theme}")
    assert overflow(page) == 0
    assert page.locator("#proposal").is_visible()


def keep(page, name: str) -> None:
    folder = os.environ.get("ADJ_SHOTS")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
