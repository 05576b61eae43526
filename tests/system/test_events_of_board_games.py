"""Events of YINSH and ZÈRTZ in a browser, from registration to the rating list, with a record of each game.

Four play a round robin in which the lower number wins, so that by hand: points 3, 2, 1 and 0; all enter at 1500, K is
40 for newcomers and each game expects ½, so ratings change by 40 × (points − 1.5).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from common.jobs.services import run_due
from games.models import Game, Move
from players.models import Account, Club
from testing.browser import Open
from testing.factories import player_in
from testing.games.game_records import GAMES
from tests.looks import cells, go
from tests.system.keyboard import Mouse
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NAMES = ("Anna", "Boris", "Cleo", "Dario")
ROUNDS, BOARDS = 3, 2
RATINGS = [("1", "Anna", "1560"), ("2", "Boris", "1520"), ("3", "Cleo", "1480"), ("4", "Dario", "1440")]
WON_BY = {"W": "1-0", "B": "0-1", 0: "1-0", 1: "0-1"}
"""The result of a held game, as its file writes who won."""


def held(name: str, result: str) -> Iterator[list[str]]:
    """The turns of the held games that ended with `result`."""
    for line in (GAMES / f"{name}.jsonl").read_text().splitlines():
        game = json.loads(line)
        if WON_BY.get(game["result"]) == result:
            yield str(game["turns"]).split()


def make_the_event(mouse: Mouse, rules: str) -> None:
    """From the page of the club to a started event."""
    mouse.link("New event")
    mouse.write("Name", "Evening")
    mouse.page.get_by_label("Game", exact=True).select_option(rules)
    mouse.page.locator("label", has_text=re.compile("^Round robin$")).click()
    mouse.button("Create as a draft")
    mouse.button("Announce")
    mouse.link("Add players")
    mouse.write("Names", "\n".join(NAMES))
    mouse.button("Preview")
    mouse.button("Register the players")
    mouse.link("To the desk")
    mouse.link("Start the event")
    mouse.button("Start the event")


@pytest.mark.parametrize(
    ("rules", "wrong", "why"),
    [
        ("yinsh-normal", "a1", "the board has no point a1"),
        ("zertz-37", "Wd4,d5", "the ring d5 cannot slide off the board"),
    ],
)
def test_from_registration_to_the_rating_list(
    club: Club, organiser: Account, open_page: Open, rules: str, wrong: str, why: str
) -> None:
    pages = {name: open_page("/about", player_in(club, name=name)) for name in NAMES}
    mouse = Mouse(open_page(f"/clubs/{club.slug}", organiser))
    make_the_event(mouse, rules)
    event = Event.objects.get()
    records = {result: held(rules.partition("-")[0], result) for result in ("1-0", "0-1")}
    for number in range(1, ROUNDS + 1):
        go(mouse.page, f"/events/{event.pk}/desk")
        mouse.button(f"Start round {number}")
        games = list(Game.objects.filter(result="pending").select_related("white", "black"))
        assert len(games) == BOARDS
        for game in games:
            result = "1-0" if game.white.name < game.black.name else "0-1"
            play(pages, game, next(records[result]), result, (wrong, why) if number == 1 else None)
        mouse.page.reload()
        expect(mouse.page.locator("[data-left]")).to_have_text("all results are in")
    close(mouse, event)
    assert run_due() > 0
    for address in (f"/clubs/{club.slug}/ratings", "/ratings"):
        go(mouse.page, address)
        assert [(rank, name, rating.partition("?")[0]) for rank, name, rating, *_ in cells(mouse.page)] == RATINGS


def play(pages: dict[str, Page], game: Game, turns: list[str], result: str, refused: tuple[str, str] | None) -> None:
    """White hands in the record, after one that is not legal, and Black reports the result that it proves."""
    white, black = Mouse(pages[game.white.name]), Mouse(pages[game.black.name])
    go(white.page, f"/games/{game.pk}")
    white.link("Hand in a record")
    if refused:
        white.write("Moves", refused[0])
        white.button("Check and save")
        expect(white.page.get_by_role("main")).to_contain_text(refused[1])
    white.write("Moves", " ".join(turns))
    white.button("Check and save")
    expect(white.page.get_by_text("Record saved.")).to_be_visible()
    game.refresh_from_db()
    assert game.result == "pending", "one of the two has said it"
    go(black.page, f"/games/{game.pk}/result")
    with black.page.expect_navigation():
        black.page.locator(f".game-report button[value='{result}']").click()
    game.refresh_from_db()
    assert game.result == result
    assert list(Move.objects.filter(record__game=game).values_list("token", flat=True)) == turns


def close(mouse: Mouse, event: Event) -> None:
    go(mouse.page, f"/events/{event.pk}/desk")
    mouse.link("Close the event")
    mouse.button("Close the event")
    expect(mouse.page.get_by_text("Final standings after 3 rounds.")).to_be_visible()
    assert [(row[0], row[1], row[-3]) for row in cells(mouse.page)] == [
        (str(rank), name, str(ROUNDS + 1 - rank)) for rank, name in enumerate(NAMES, start=1)
    ]
