"""Two people who play in Chromium: from home to the first move in two clicks, turn by turn, and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Game
from games.recordings.board_input import CONFIRM
from play.challenges.services.challenges import NewChallenge, open_challenge
from play.core.playing import GameInPlay, load_game, now_ms
from play.core.services.presence import LEFT_MS, note_presence
from play.games.services.games import play_turn, resign
from play.table.live_turns import board_to_follow
from play.table.services.offers import make_offer
from players.models import Account
from testing.browser import PHONE, Open, open_typing
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import DRAW, begin, first_turns, let_time_pass, lyngk, play, reference_turns
from tests.looks import too_wide

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WITHOUT_A_CONNECTION = 40_000
"""The server of these tests has no stream: pages that follow look from time to time."""


def spot(page: Page, name: str) -> None:
    """Touch a place of the board."""
    page.locator(f'[data-spot="{name}"]').click()


def icon(page: Page) -> str:
    """The file of the icon on the page's tab."""
    return str(page.locator("link[rel=icon]").get_attribute("href")).rpartition("/")[2]


def counting_clicks(page: Page) -> Page:
    """The page, loaded again; from now on clicks are counted, over all pages that they lead to."""
    page.context.add_init_script(
        "addEventListener('click', () => { sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1; }, true)"
    )
    page.reload()
    return page


def clicks_of(page: Page) -> int:
    return int(page.evaluate("sessionStorage.clicks ?? 0"))


def test_a_stranger_makes_a_first_move_two_clicks_from_home(open_page: Open, accounts: tuple[Account, Account]) -> None:
    open_challenge(accounts[1], NewChallenge(rules="gipf-basic", control="300+3", colour="black"))
    page = counting_clicks(open_page("/", AccountFactory(person=PersonFactory())))
    page.get_by_role("link", name="Play", exact=True).first.click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-ask]")).to_have_text("Choose the dot where your piece comes in.")
    assert clicks_of(page) == 2
    make_first_move(page)


def test_a_stranger_makes_a_first_move_a_click_from_the_link_that_he_was_sent(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    wanted = NewChallenge(rules="gipf-basic", control="300+3", colour="black", audience="link")
    sent = open_challenge(accounts[1], wanted)
    page = counting_clicks(open_page(f"/play/links/{sent.token}", AccountFactory(person=PersonFactory())))
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-ask]")).to_have_text("Choose the dot where your piece comes in.")
    assert clicks_of(page) == 1
    make_first_move(page)


def make_first_move(page: Page) -> None:
    """It stands on the board, and on the server."""
    spot(page, "g1")
    spot(page, "g2")
    expect(page.locator("[data-ask]")).to_have_text("Your opponent is to move.")
    assert load_game(Game.objects.get().pk).running.tokens == ("g2",)


def test_turns_of_one_appear_on_the_board_of_the_other(open_page: Open, accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts)
    white, black = (open_page(f"/play/{game}", account) for account in accounts)
    assert white.title().startswith("● Your turn")
    assert black.title().startswith("Waiting")
    assert [icon(page) for page in (white, black)] == ["favicon-turn.svg", "favicon.svg"]
    expect(black.locator("[data-ask]")).to_have_text("Your opponent is to move.")
    spot(white, "g1")
    spot(white, "g2")
    expect(white.locator("[data-ask]")).to_have_text("Your opponent is to move.")
    expect(black.locator(".moves .turn")).to_have_text(["g2"])
    expect(black).to_have_title("● Your turn · Bela – Wanda · Gipfel")
    assert [icon(page) for page in (white, black)] == ["favicon.svg", "favicon-turn.svg"]
    spot(black, "a2")
    spot(black, "b3")
    expect(white.locator(".moves .turn")).to_have_text(["g2", "b3"])
    assert white.locator("[data-runs]").count() == 1
    white.get_by_text("Resign …").click()
    white.get_by_role("button", name="Resign", exact=True).click()
    expect(white.get_by_text("You have lost.")).to_be_visible()
    expect(black.get_by_text("You have won.")).to_be_visible()
    assert Game.objects.get(pk=game).result == "0-1"


def test_a_turn_that_is_pushed_is_drawn_without_a_request(open_page: Open, accounts: tuple[Account, Account]) -> None:
    game, turns = begin(*accounts), reference_turns(*accounts)
    play(game, *turns[:3])
    white = open_page(f"/play/{game}", accounts[0])
    asked: list[str] = []
    white.on("request", lambda request: asked.append(request.url))
    after = push(white, game, 0, *turns[3])
    expect(white.locator(".moves .turn")).to_have_text(list(after.running.tokens))
    expect(white.locator("[data-ask]")).to_have_text("Choose the dot where your piece comes in.")
    expect(white).to_have_title("● Your turn · Wanda – Bela · Gipfel")
    expect(white.locator("#you [data-runs]")).to_have_count(1)
    expect(white.locator("#opponent [data-runs]")).to_have_count(0)
    assert not [url for url in asked if url.endswith(f"?since={after.version - 1}")]
    open_typing(white)
    white.get_by_label("Turn", exact=True).fill(turns[4][1])
    white.get_by_role("button", name="Play", exact=True).click()  # the version that was pushed goes with it
    expect(white.locator(".moves .turn")).to_have_count(5)
    assert load_game(game).plies == 5


@pytest.mark.slow
def test_the_first_turns_change_what_can_be_done_without_a_request(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game, turns = begin(*accounts), reference_turns(*accounts)
    black = open_page(f"/play/{game}", accounts[1])
    expect(black.get_by_text("No turn has been made yet.")).to_be_visible()
    black.route("**/state*", lambda route: route.fulfill(status=429))  # whatever it asks, it is told nothing
    push(black, game, 1, *turns[0])
    expect(black.locator(".moves .turn")).to_have_text(list(load_game(game).running.tokens))
    expect(black.get_by_text("No turn has been made yet.")).to_be_hidden()
    expect(black.locator("#you [data-to-move]")).to_have_count(1)
    expect(black.locator("[data-runs]")).to_have_count(0)
    expect(black.get_by_role("button", name="Abort the game")).to_be_visible()
    expect(black.get_by_text("Resign …")).to_be_hidden()
    open_typing(black)
    black.get_by_label("Turn", exact=True).fill(turns[1][1])
    black.get_by_role("button", name="Play", exact=True).click()
    expect(black.get_by_role("button", name="Abort the game")).to_be_hidden()
    expect(black.get_by_text("The clocks start")).to_be_hidden()
    expect(black.get_by_text("Resign …")).to_be_visible()
    expect(black.get_by_role("button", name="Offer to adjourn")).to_be_visible()
    expect(black.get_by_role("button", name="Ask for a takeback")).to_be_hidden()
    push(black, game, 1, *turns[2])
    expect(black.get_by_role("button", name="Ask for a takeback")).to_be_visible()
    expect(black.locator(".moves .turn")).to_have_text(list(load_game(game).running.tokens))
    black.reload()  # the server says the same
    expect(black.get_by_role("button", name="Ask for a takeback")).to_be_visible()
    expect(black.get_by_role("button", name="Abort the game")).to_have_count(0)


def test_a_pushed_turn_may_be_answered_before_the_rest_of_the_page_has_come(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game, later = lyngk(*accounts), list[Route]()
    first_turns(game, *accounts, accounts[0])
    make_offer(game, accounts[0], DRAW)
    white = open_page(f"/play/{game}", accounts[0])
    expect(white.get_by_text("You have offered a draw.")).to_be_visible()
    white.route(f"**/play/{game}/state", lambda route: later.append(route))
    push(white, game, 0, accounts[1], some_turn(game))  # declines it, which a push does not say
    expect(white.locator(".moves .turn")).to_have_count(3)
    open_typing(white)
    expect(white.get_by_label("Turn", exact=True)).to_be_enabled()
    expect(white.get_by_role("button", name="Play", exact=True)).to_be_enabled()
    white.get_by_label("Turn", exact=True).fill(some_turn(game))
    white.get_by_role("button", name="Play", exact=True).click()
    expect(white.locator(".moves .turn")).to_have_count(5)
    expect(white.locator(".moves .turn")).to_have_text(list(load_game(game).running.tokens))
    expect(white.get_by_text("You have offered a draw.")).to_have_count(0)
    assert later
    for route in later:
        route.continue_()


def some_turn(game: int) -> str:
    """A legal turn."""
    position = load_game(game).running.reached.position
    return position.notation(next(iter(position.legal_moves())))


def push(page: Page, game: int, seat: int, account: Account, token: str) -> GameInPlay:
    """A turn is made, and its news come to the page of a seat as the stream brings them."""
    after = play_turn(game, account, token, expect=load_game(game).version)
    assert after.turn is not None
    address = f"play-seen:{game}:{seat}"
    news = board_to_follow(address, "en", after.turn.message())
    seen = {"page": address, "seen": f"game:{game}={after.version}", "news": news}
    page.evaluate("news => document.dispatchEvent(new CustomEvent('live', { detail: news }))", seen)
    return after


def test_a_flag_falls_before_the_eyes_of_both(open_page: Open, accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts)
    play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    let_time_pass(game, 298_000)
    white, black = (open_page(f"/play/{game}", account) for account in accounts)
    expect(white.get_by_text("0-1, on time")).to_be_visible()
    expect(black.get_by_text("You have won.")).to_be_visible()


def test_an_offer_is_answered_on_the_board(open_page: Open, accounts: tuple[Account, Account]) -> None:
    game = lyngk(*accounts)
    first_turns(game, *accounts)
    black = open_page(f"/play/{game}", accounts[1])
    make_offer(game, accounts[0], DRAW)
    black.get_by_role("button", name="Agree to a draw").click()
    expect(black.get_by_text("½-½, agreed")).to_be_visible()


@pytest.mark.slow
def test_a_game_is_played_without_scripts(open_page: Open, accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts)
    page = open_page(f"/play/{game}", accounts[0], java_script_enabled=False)
    page.locator('a[data-spot="g1"]').click()
    page.locator('a[data-spot="g2"]').click()
    expect(page.locator("#board-turns")).to_have_value("g2")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-ask]")).to_have_text("Your opponent is to move.")
    expect(page.locator("a[data-spot]")).to_have_count(0)
    play_turn(game, accounts[1], "b3", expect=load_game(game).version)
    page.reload()
    expect(page.locator(".moves .turn")).to_have_text(["g2", "b3"])


def test_who_confirms_turns_looks_at_each_before_it_is_sent(open_page: Open, accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts)
    page = open_page(f"/play/{game}", accounts[0])
    page.get_by_role("button", name="Confirm each turn").click()
    expect(page.get_by_role("button", name="Confirm each turn", pressed=True)).to_be_visible()
    spot(page, "g1")
    spot(page, "g2")
    expect(page.locator("[data-ask]")).to_have_text(CONFIRM)
    expect(page.locator('[data-spot="g2"]')).to_have_accessible_name("g2: white piece")
    assert load_game(game).plies == 0
    page.get_by_role("button", name="Restart this turn").click()
    expect(page.locator("#board-turns")).to_have_value("")
    expect(page.locator('[data-spot="f2"]')).to_have_accessible_name("f2: empty")
    spot(page, "f1")
    spot(page, "f2")
    expect(page.locator('[data-spot="f2"]')).to_have_accessible_name("f2: white piece")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".moves .turn")).to_have_text(["f2"])
    assert load_game(game).running.tokens == ("f2",)
    page.get_by_role("button", name="Confirm each turn").click()
    expect(page.get_by_role("button", name="Confirm each turn", pressed=False)).to_be_visible()


@pytest.mark.slow
def test_turns_are_confirmed_without_scripts(open_page: Open, accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts)
    page = open_page(f"/play/{game}", accounts[0], java_script_enabled=False)
    page.get_by_role("button", name="Confirm each turn").click()
    page.locator('a[data-spot="g1"]').click()
    page.locator('a[data-spot="g2"]').click()
    expect(page.locator("[data-ask]")).to_have_text(CONFIRM)
    expect(page.locator('[data-spot="g2"]')).to_have_accessible_name("g2: white piece")
    assert load_game(game).plies == 0
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".moves .turn")).to_have_text(["g2"])


@pytest.mark.slow
def test_board_and_lobby_fit_a_phone(open_page: Open, accounts: tuple[Account, Account]) -> None:
    paths = ("/play", f"/play/{begin(*accounts)}", "/play/new")
    assert too_wide(open_page("/about", accounts[1], width=PHONE), paths, ("en", "fa")) == []


def test_a_handicap_is_asked_for_where_the_game_has_some(open_page: Open, accounts: tuple[Account, Account]) -> None:
    page = open_page("/play/new", accounts[0])
    handicap = page.get_by_label("Handicap")
    handicap.select_option("2/0")
    page.get_by_label("Game", exact=True).select_option("lyngk-main")
    expect(handicap).to_be_hidden()
    page.get_by_label("Game", exact=True).select_option("gipf-basic")
    expect(handicap).to_be_visible()
    expect(handicap).to_have_value("")


def test_whoever_waits_in_the_lobby_is_led_to_the_board(open_page: Open, accounts: tuple[Account, Account]) -> None:
    page = open_page("/play/new", accounts[0], often=True)
    page.get_by_role("button", name="Offer the game").click()
    expect(page.get_by_text("Your challenge is open.")).to_be_visible()
    other = open_page("/play", accounts[1], often=True)
    other.get_by_role("button", name="Play", exact=True).click()
    expect(other.locator("[data-board-input]")).to_be_visible()
    expect(page.locator("[data-board-input]")).to_be_visible(timeout=WITHOUT_A_CONNECTION)


def test_spectators_follow_on_the_page_of_the_game(open_page: Open, accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts)
    spectator = open_page(f"/play/{game}", often=True)
    assert spectator.url.endswith(f"/games/{game}")
    play(game, (accounts[0], "g2"))
    expect(spectator.locator(".moves .turn")).to_have_text(["g2"], timeout=WITHOUT_A_CONNECTION)
    assert spectator.locator("[data-board-input]").count() == 0
    play(game, (accounts[1], "b3"))
    resign(game, accounts[0])
    # The page of a game that is over is another one: it is loaded by itself, and shows the last position.
    expect(spectator.get_by_text("Black wins").first).to_be_visible(timeout=WITHOUT_A_CONNECTION)
    expect(spectator.locator("#game[data-last='2'][data-ply='2']")).to_be_visible()


@pytest.mark.slow
def test_a_takeback_an_adjournment_and_a_rematch_by_both_boards(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game = begin(*accounts)
    play(game, (accounts[0], "g2"), (accounts[1], "b3"), (accounts[0], "f2"))
    white, black = (open_page(f"/play/{game}", account) for account in accounts)
    white.get_by_role("button", name="Ask for a takeback").click()
    black.get_by_role("button", name="Accept the takeback").click()
    for page in (white, black):
        expect(page.locator(".moves .turn")).to_have_text(["g2", "b3"])
    white.get_by_role("button", name="Offer to adjourn").click()
    black.get_by_role("button", name="Adjourn", exact=True).click()
    expect(white.locator("[data-ask]")).to_have_text("Game adjourned.")
    assert white.locator("[data-runs]").count() == 0
    black.get_by_role("button", name="Resume the game").click()
    white.get_by_role("button", name="Resume", exact=True).click()
    expect(white.locator("[data-ask]")).to_have_text("Choose the dot where your piece comes in.")
    resign(game, accounts[0])
    white.get_by_role("button", name="Rematch").click()
    black.get_by_role("button", name="Accept the rematch").click()
    for page in (white, black):
        expect(page).not_to_have_url(re.compile(rf"/play/{game}$"), timeout=WITHOUT_A_CONNECTION)
        expect(page.locator("[data-board-input]")).to_be_visible(timeout=WITHOUT_A_CONNECTION)
    expect(black).to_have_title("● Your turn · Bela – Wanda · Gipfel")


def test_a_game_that_was_left_is_offered_to_be_claimed(open_page: Open, accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts)
    play(game, (accounts[0], "g2"), (accounts[1], "b3"), (accounts[0], "f2"))
    note_presence(game, 1, now_ms() - LEFT_MS)
    page = open_page(f"/play/{game}", accounts[0])
    page.get_by_role("button", name="Claim the win").click()
    expect(page.get_by_text("1-0, a player left the game")).to_be_visible()


def test_somebody_is_challenged_from_his_page(open_page: Open, accounts: tuple[Account, Account]) -> None:
    page = open_page(f"/people/{accounts[1].person_id}", accounts[0])
    page.get_by_role("link", name="Challenge", exact=True).click()
    page.get_by_role("button", name="Offer the game").click()
    expect(page.get_by_text("Your challenge is open.")).to_be_visible()
    own = open_page(f"/people/{accounts[0].person_id}", accounts[0])
    assert own.get_by_role("link", name="Challenge", exact=True).count() == 0
