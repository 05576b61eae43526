"""A club's event, end to end, in a browser and by keyboard alone: from signing in to the rating list.

Every figure at the end is that of `tests/reference_event.py`, where it is worked out by hand.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from common.jobs.services import run_due
from games.models import Game, Record
from games.records.services.submit_record import submit_record
from players.models import Account, Club
from ratings.models import Pool
from testing.browser import DESK, PHONE, Open, overflow
from testing.crawl import kind_of, pages_from
from testing.factories import PASSWORD
from testing.tournaments import factories
from testing.tournaments.factories import running
from tests import reference_event
from tests.looks import cells, choose, go
from tests.system.keyboard import Keyboard
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

CHAMPIONSHIP = (settings.BASE_DIR / "gipfel" / "example" / "championship-2000.txt").read_text(encoding="utf-8")
"""Eight turns and the result 1-0: White won."""
ITS_PLAYERS = ("Boris", "Goro")
"""Numbers 2 and 7 meet in round 1, 2 has White (Berger tables) and wins."""


def sign_in(page: Page, account: Account) -> Keyboard:
    keys = Keyboard(page)
    keys.write("Sign-in name", account.username)
    keys.write("Password", PASSWORD)
    keys.button("Sign in")
    return keys


def make_the_event(keys: Keyboard, club: Club) -> Event:
    """From the home page to a started event with eight players."""
    keys.link("New event")
    keys.write("Name", "Club Evening")
    keys.choose("Game", "GIPF, tournament game")
    keys.reach(keys.page.locator("input[name=format]:checked"))
    keys.page.keyboard.press("ArrowDown")  # from Swiss to round robin
    keys.button("Create as a draft")
    keys.button("Announce")
    keys.link("Add players")
    keys.write("Names", "\n".join(reference_event.NAMES))
    keys.button("Preview")
    keys.button("Register the players")
    expect(keys.page.get_by_role("heading", name="8 players")).to_be_visible()
    keys.link("To the desk")
    keys.link("Start the event")
    keys.button("Start the event")
    return Event.objects.get()


def play_round(keys: Keyboard, number: int) -> None:
    """Start it, and press one key a board: the focus goes from board to board by itself."""
    keys.button(f"Start round {number}")
    rows = keys.page.locator("[data-row]")
    expect(rows).to_have_count(4)
    for place in range(4):
        row = rows.nth(place)
        expect(row).to_be_focused()
        white, black = (reference_event.NAMES.index(name) + 1 for name in row.locator(".seats bdi").all_inner_texts())
        keys.page.keyboard.press("1" if reference_event.winner(white, black) == white else "0")
        expect(row).to_have_attribute("data-open", "no")
    expect(keys.page.locator("[data-left]")).to_have_text("all results are in")


def hand_in_the_record(keys: Keyboard) -> None:
    """On the page of a game of round 1, which the desk leads to."""
    white, black = ITS_PLAYERS
    game = Game.objects.get(white__name=white, black__name=black)
    keys.link("1")
    row = keys.page.locator(f"#game-{game.pk}")
    keys.reach(row.get_by_text("more", exact=True))
    keys.page.keyboard.press("Enter")
    keys.press(row.get_by_role("link", name="game"))
    keys.link("Hand in a record")
    keys.write("Moves", CHAMPIONSHIP)
    keys.button("Check and save")
    expect(keys.page.get_by_text("Record saved.")).to_be_visible()
    expect(keys.page.locator("[data-board] svg")).to_be_visible()
    keys.page.keyboard.press("Home")
    game.refresh_from_db()
    assert (game.result, Record.objects.get().plies, Record.objects.get().game) == ("1-0", 8, game)


def close(keys: Keyboard) -> None:
    """From the page of a game back to the event and its desk, and the table becomes final."""
    keys.link("Club Evening")
    keys.link("Desk")
    keys.link("Close the event")
    keys.button("Close the event")
    expect(keys.page.get_by_text("Final standings after 7 rounds.")).to_be_visible()


def test_an_event_from_signing_in_to_the_rating_list(club: Club, organiser: Account, open_page: Open) -> None:
    keys = sign_in(open_page("/sign-in"), organiser)
    event = make_the_event(keys, club)
    for number in range(1, reference_event.ROUNDS + 1):
        play_round(keys, number)
    hand_in_the_record(keys)
    close(keys)
    assert run_due() > 0
    check_standings(keys.page)
    keys.link("Cross table")
    check_cross_table(keys.page)
    for list_ in ("/clubs/rotterdam/ratings", "/ratings"):
        check_ratings(open_page(list_))
    check_api(event)


# --- the figures -------------------------------------------------------------------------------------------


def direct_encounter(row: reference_event.Row) -> str:
    """Where points are shared, the place among those who share them (FIDE C.07 6); else nothing."""
    shared = [other for other in reference_event.TABLE if other.points == row.points]
    return str(2 - row.direct) if len(shared) > 1 else "–"


def check_standings(page: Page) -> None:
    lost = reference_event.ROUNDS
    assert cells(page) == [
        [
            *(str(row.rank), row.name, str(row.number)),
            *(f"{mark(row.number, other)} {other}" for other in reference_event.opponents(row.number)),
            *(f"{row.points} 0 {lost - row.points}", str(row.points)),
            *(direct_encounter(row), str(row.points), f"{row.berger}.00"),
        ]
        for row in reference_event.TABLE
    ]


def check_cross_table(page: Page) -> None:
    heads = [row.number for row in reference_event.TABLE]
    assert page.locator("main thead th").all_inner_texts()[3:-1] == [str(number) for number in heads]
    assert cells(page) == [
        [str(row.rank), row.name, str(row.number), *(cell(row.number, other) for other in heads), str(row.points)]
        for row in reference_event.TABLE
    ]


def cell(one: int, other: int) -> str:
    """What a cell of the cross table reads: the mark, and on the diagonal what a screen reader says."""
    return "itself" if one == other else mark(one, other)


def mark(one: int, other: int) -> str:
    if one == other:
        return "×"
    return "1" if reference_event.winner(one, other) == one else "0"


def listed() -> list[tuple[int, str, int]]:
    """The rating list: rank, name and rating; who has the same rating has the same rank, by name."""
    rows = sorted(reference_event.TABLE, key=lambda row: (-row.rating, row.name))
    return [(1 + sum(other.rating > row.rating for other in rows), row.name, row.rating) for row in rows]


def check_ratings(page: Page) -> None:
    assert [row[:6] for row in cells(page)] == [
        [str(rank), name, str(rating), "", signed(rating - 1500), str(reference_event.ROUNDS)]
        for rank, name, rating in listed()
    ]


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"{number}".replace("-", "−")


def check_api(event: Event) -> None:
    """The API says the same as the pages, to anybody."""
    standings = api(f"events/{event.pk}/standings")
    assert standings["is_final"] and [column["code"] for column in standings["columns"]] == ["DE", "WIN", "SB"]
    assert [
        (row["rank"], row["entry"]["player"]["name"], row["points"], [value["text"] for value in row["values"]])
        for row in standings["rows"]
    ] == [
        (row.rank, row.name, f"{row.points}.0", [direct_encounter(row), str(row.points), f"{row.berger}.00"])
        for row in reference_event.TABLE
    ]
    grid = api(f"events/{event.pk}/crosstable")
    assert grid["heads"] == [row.number for row in reference_event.TABLE]
    assert [[cell[0]["text"] if cell else "×" for cell in row["cells"]] for row in grid["rows"]] == [
        [mark(row.number, number) for number in grid["heads"]] for row in reference_event.TABLE
    ]
    for pool in Pool.objects.all():
        rows = api(f"pools/{pool.pk}/ratings")["results"]
        assert sorted((row["rank"], row["player"]["name"], row["rating"]) for row in rows) == sorted(listed())
    record = api(f"games/{Record.objects.get().game_id}/records/1")
    assert [move["token"] for move in record["moves"]][:2] == ["Gg2", "Gh4"]


def api(address: str) -> Any:
    answer = Client().get(f"/api/v1/{address}")
    assert answer.status_code == 200, answer.content
    return answer.json()


# --- the same on a phone, from the right, and without scripts ---------------------------------------------------


def test_no_public_page_of_it_is_wider_than_a_phone_and_persian_is_read_from_the_right(
    club: Club, organiser: Account, open_page: Open
) -> None:
    """The first rounds of the event, with the record."""
    event = running(club, organiser, reference_event.NAMES, name="Club Evening", rules="gipf-tournament", rounds=2)
    game = factories.game(event, *ITS_PLAYERS)
    submit_record(game.pk, organiser, CHAMPIONSHIP, source="desk")
    page = open_page("/", width=PHONE)
    site = page.url.rstrip("/")
    pages = pages_from(Client(), "/", "/sign-in/help", few=True)
    kinds = {kind_of(address): address for address, text in pages.items() if "<!doctype" in text[:99]}
    wide = {}
    for address in kinds.values():
        page.goto(site + address)
        wide[address] = overflow(page)
    assert len(wide) > 18
    assert {address: by for address, by in wide.items() if by} == {}
    page.set_viewport_size({"width": DESK, "height": 844})
    choose(page, "fa")
    go(page, f"/games/{game.pk}")
    assert_persian_is_read_from_the_right_and_the_board_from_the_left(page)
    go(page, f"/events/{event.pk}")
    heads = page.locator("main thead th")
    assert left(heads.first) > left(heads.last)


def assert_persian_is_read_from_the_right_and_the_board_from_the_left(page: Page) -> None:
    direction = "element => getComputedStyle(element).direction"
    assert page.locator("html").evaluate(direction) == "rtl"
    assert page.locator("main h1").evaluate(direction) == "rtl"
    board = page.locator("[data-board]")
    assert board.locator("svg").evaluate(direction) == "ltr"
    assert left(board) > left(page.locator(".game-side"))  # what comes first stands at the right
    assert left(board.get_by_text("a1", exact=True)) < left(board.get_by_text("i1", exact=True))


def left(what: Locator) -> float:
    box = what.bounding_box()
    assert box is not None
    return box["x"]


def test_without_scripts_everything_is_a_plain_form(club: Club, organiser: Account, open_page: Open) -> None:
    page = open_page("/sign-in", java_script_enabled=False)
    page.get_by_label("Sign-in name").fill(organiser.username)
    page.get_by_label("Password").fill(PASSWORD)
    main = page.get_by_role("main")
    main.get_by_role("button", name="Sign in").click()
    main.get_by_role("link", name="New event", exact=True).first.click()
    main.get_by_label("Name", exact=True).fill("Plain Evening")
    main.get_by_label("Game", exact=True).select_option(label="GIPF, tournament game")
    for button in ("Create as a draft", "Announce"):
        main.get_by_role("button", name=button, exact=True).click()
    main.get_by_role("link", name="Add players").first.click()
    main.get_by_label("Names").fill("\n".join(ITS_PLAYERS))
    for button in ("Preview", "Register the players"):
        main.get_by_role("button", name=button, exact=True).click()
    for link in ("To the desk", "Start the event"):
        main.get_by_role("link", name=link, exact=True).first.click()
    for button in ("Start the event", "Start round 1", "1-0 White wins"):
        main.get_by_role("button", name=button, exact=True).click()
    expect(main.get_by_text("all results are in")).to_be_visible()
    main.get_by_text("more", exact=True).click()
    main.get_by_role("link", name="game", exact=True).click()
    main.get_by_role("link", name="Hand in a record").click()
    main.get_by_label("Moves").fill(CHAMPIONSHIP)
    main.get_by_role("button", name="Check and save").click()
    expect(main.get_by_text("Record saved.")).to_be_visible()
    main.get_by_role("link", name="First position").click()
    assert "ply=0" in page.url
    expect(main.locator("[data-board] svg")).to_be_visible()
    game = Game.objects.get()
    assert (game.result, Record.objects.get().plies) == ("1-0", 8)
