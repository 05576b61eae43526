"""A turn that is chosen during the opponent's, and the sounds of a game, in Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from play.core.playing import load_game
from play.games.services.games import play_turn
from play.table.services.offers import make_offer
from players.models import Account
from testing.browser import Open
from testing.play.online import DRAW, begin, first_turns, let_time_pass, lyngk, play
from tests.play.table.test_games_in_browser import WITHOUT_A_CONNECTION, spot

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AHEAD = "Premove: "
WAITS = "Your opponent is to move."


def turns(page: Page, *tokens: str) -> None:
    expect(page.locator(".moves .turn")).to_have_text(list(tokens), timeout=WITHOUT_A_CONNECTION)


def test_a_turn_chosen_ahead_is_played_when_the_opponent_has_moved(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game = begin(*accounts)
    white, black = (open_page(f"/play/{game}", account) for account in accounts)
    spot(black, "a2")
    spot(black, "b3")
    expect(black.locator("[data-ask]")).to_have_text(f"{AHEAD}b3")
    assert load_game(game).plies == 0
    spot(white, "g1")
    spot(white, "g2")
    turns(black, "g2", "b3")
    turns(white, "g2", "b3")
    expect(black.locator("[data-ask]")).to_have_text(WAITS)


def test_a_turn_ahead_is_called_off_chosen_again_and_told_where_it_is_not_possible(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game = lyngk(*accounts)
    page = open_page(f"/play/{game}", accounts[1])
    ask = page.locator("[data-ask]")
    position = load_game(game).running.reached.position
    expect(ask).to_have_text(WAITS)
    mine, theirs = clashing(game)
    for _time in range(2):
        for place in mine.split("-"):
            spot(page, place)
        expect(ask).to_have_text(f"{AHEAD}{mine}")
        if _time == 0:
            page.get_by_role("button", name="Restart this turn").click()
            expect(ask).to_have_text(WAITS)
    assert position.outcome is None
    play_turn(game, accounts[0], theirs, expect=load_game(game).version)
    expect(page.get_by_text("Premove cancelled: no longer legal.")).to_be_visible()
    turns(page, theirs)
    assert load_game(game).plies == 1


def clashing(game: int) -> tuple[str, str]:
    """A turn of Black, without a claim, and one of White after which it may not be played, both of two places."""
    position = load_game(game).running.reached.position
    other = position.with_other_to_move()
    assert other is not None
    for theirs in map(position.notation, position.legal_moves()):
        after = position.play(position.parse(theirs))
        legal = set(map(after.notation, after.legal_moves()))
        for mine in map(other.notation, other.legal_moves()):
            if mine not in legal and "," not in mine + theirs:
                return mine, theirs
    raise AssertionError("no two turns clash")


@pytest.mark.slow
def test_an_offer_leaves_the_turn_ahead_and_a_turn_is_not_chosen_ahead_by_who_confirms_or_by_correspondence(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game = lyngk(*accounts)
    version = first_turns(game, *accounts)
    page = open_page(f"/play/{game}", accounts[1])
    mine, _theirs = clashing(game)
    for place in mine.split("-"):
        spot(page, place)
    make_offer(game, accounts[0], DRAW)
    expect(page.get_by_role("button", name="Agree to a draw")).to_be_visible()
    expect(page.locator("[data-ask]")).to_have_text(f"{AHEAD}{mine}")
    assert load_game(game).version == version + 1
    slow = begin(*accounts, control="3days+10")
    for path, confirms in ((f"/play/{slow}", False), (f"/play/{game}", True)):
        other = open_page(path, accounts[1])
        if confirms:
            other.get_by_role("button", name="Confirm each turn").click()
        assert other.locator("[data-premove]").count() == 0


COUNTS = """
    window.tones = [];
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { tones.push(1); return make.call(this); };
"""


def tones(page: Page, number: int) -> None:
    page.wait_for_function("(number) => tones.length === number", arg=number)


@pytest.mark.slow
def test_sounds_are_heard_after_a_gesture_until_they_are_turned_off(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game = begin(*accounts)
    page = open_page(f"/play/{game}", accounts[0])
    page.add_init_script(COUNTS)
    page.reload()
    play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    turns(page, "g2", "b3")
    tones(page, 0)  # nothing was touched yet
    spot(page, "f1")
    spot(page, "f2")
    turns(page, "g2", "b3", "f2")
    tones(page, 1)
    first_turns(game, accounts[1])
    expect(page.locator(".moves .turn")).to_have_count(4)
    tones(page, 3)
    let_time_pass(game, 285_000)
    page.reload()
    page.wait_for_timeout(500)  # the clock was looked at before the first gesture, too
    page.locator("[data-ask]").click()
    tones(page, 2)  # little time
    button = page.get_by_role("button", name="Sounds")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    spot(page, "e1")
    expect(page.locator("[data-ask]")).to_have_text(WAITS)
    tones(page, 2)
    page.reload()
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "false")
