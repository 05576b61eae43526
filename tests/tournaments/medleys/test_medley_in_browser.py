"""A medley of three games, from registration to the overall rating, by organiser and players in two languages."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory
from testing.tournaments.medleys import GIPF, LYNGK, YINSH, first_board
from tournaments.core.loader import load
from tournaments.events.forms.formats import rounds_field
from tournaments.models import Entry, Event, GameChoice

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PICTURES = os.environ.get("MEDLEY_PICTURES", "")
"""A folder for pictures of what the test sees; none are kept where it is empty."""
TWELVE = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ines", "Jon", "Kim", "Lou")
ROUNDS, TALLEST = 3, 1_500


LOOKED_AT = {"choice-en-1", "desk-1-en", "pairings-phone-en-2", "standings-of-a-game-en"}
"""What is asked of the tool that knows what those miss who cannot see a page: it takes long."""


def look(page: Page, name: str) -> None:
    """Nothing is wider than the window, and nothing is amiss for those who cannot see the page."""
    assert overflow(page) == 0, name
    assert name not in LOOKED_AT or axe_faults(page) == [], name
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def press(page: Page, selector: str) -> None:
    """Press a button or follow a link, and wait for the page that comes."""
    with page.expect_navigation():
        page.locator(selector).last.click()


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_medley_of_three_games(club: Club, organiser: Account, open_page: Open, language: str) -> None:
    desk = open_page(f"/clubs/{club.slug}/events/new", organiser, language=language)
    assert desk.evaluate("document.documentElement.scrollHeight") <= TALLEST
    register_and_start(desk, language)
    event = Event.objects.get()
    assert (event.medley, event.medley_order, load(event).rounds_total) == ([GIPF, YINSH, LYNGK], "choice", ROUNDS)
    site = desk.url.partition("/events/")[0].partition("/clubs/")[0]
    home = f"{site}/events/{event.pk}"
    for number in range(1, ROUNDS + 1):
        if number > 1:
            desk.goto(f"{home}/desk")
            press(desk, "form[action$='/rounds/start'] button.primary")
        choose_on_a_phone(event, open_page, language, number)
        choose_at_the_desk(event, desk, home, number)
        enter_results(event, organiser, desk, home)
    desk.goto(home)
    look(desk, f"standings-{language}")
    for rules in (GIPF, YINSH, LYNGK):
        desk.locator(f"a[href$='/standings/{rules}']").click()
        expect(desk.locator("table.standings tbody tr")).to_have_count(12)
    look(desk, f"standings-of-a-game-{language}")
    close(desk, home)
    show_ratings(event, open_page, language)


def register_and_start(desk: Page, language: str) -> None:
    """Twelve players in a Swiss of three rounds and three games, started with its first round."""
    desk.locator("[name=name]").fill("Six Games Cup")
    desk.locator("[name=rules]").select_option(GIPF)
    desk.locator("[name=format][value=swiss-dutch]").check()
    desk.locator(f"[name='{rounds_field('swiss-dutch')}']").fill(str(ROUNDS))
    desk.locator("textarea[name=names]").fill("\n".join(TWELVE))
    desk.locator("details:has([name=medley_order]) > summary").click()
    desk.locator("[name=medley_order]").select_option("choice")
    desk.locator("[name=game_2]").select_option(YINSH)
    desk.locator("[name=game_3]").select_option(LYNGK)
    look(desk, f"new-{language}")
    while "/events/new" in desk.url:  # the names are shown before they are taken
        press(desk, "button[name=do][value=start]")


def choose_on_a_phone(event: Event, open_page: Open, language: str, number: int) -> None:
    """The lower rated player of board 1 is led from the first page to the choice, and makes it."""
    _pairing, row = first_board(event)
    chooser = Entry.objects.get(pk=row.chooser).members.get().person
    account = Account.objects.filter(person=chooser).first() or AccountFactory(person=chooser)
    phone = open_page("/", account, width=PHONE, language=language, theme="dark" if number == 2 else "auto")
    press(phone, f"a.button[href$='/games/{row.id}/choice']")
    look(phone, f"choice-{language}-{number}")
    phone.locator(f"[name=rules][value={(GIPF, YINSH, LYNGK)[number - 1]}]").check()
    press(phone, "main form button.primary")
    look(phone, f"pairings-phone-{language}-{number}")
    assert Game.objects.get(pk=row.id).rules == (GIPF, YINSH, LYNGK)[number - 1]


def choose_at_the_desk(event: Event, desk: Page, home: str, number: int) -> None:
    """The arbiter enters the choice of board 2, and settles the rest."""
    row = load(Event.objects.get(pk=event.pk)).rounds[-1].pairings[1].games[0]
    desk.goto(f"{home}/desk")
    look(desk, f"desk-{number}-{desk.evaluate('document.documentElement.lang')}")
    press(desk, f"a.button[href$='/games/{row.id}/choice']")
    desk.locator(f"[name=rules][value={LYNGK}]").check()
    press(desk, "main form button.primary")
    assert Game.objects.get(pk=row.id).setup
    desk.goto(f"{home}/pairings/{number}/choices/settle")
    press(desk, "main form button")
    assert not GameChoice.objects.filter(rules="").exists()


def enter_results(event: Event, organiser: Account, desk: Page, home: str) -> None:
    """Board 1 by a button of the desk, the others by the service: White wins."""
    first, *others = Game.objects.filter(parent_scope__key=event.scope, result="pending").order_by(
        "paired__pairing__board"
    )
    desk.goto(f"{home}/desk")
    desk.locator(f"#game-{first.pk} button[value='1-0']").first.click()
    expect(desk.locator(f"#game-{first.pk}[data-result='1-0']")).to_be_visible()
    for game in others:
        claim_result(game.pk, organiser, "1-0", source="desk", role="arbiter")


def close(desk: Page, home: str) -> None:
    """The table is final."""
    desk.goto(f"{home}/close")
    press(desk, "main form button")
    assert Event.objects.get().state == Event.State.CLOSED


def show_ratings(event: Event, open_page: Open, language: str) -> None:
    """All twelve are rated in the list of all games, and in that of each game those who played it."""
    for pool in Pool.objects.all():
        recompute(pool.pk)
    overall = Pool.objects.get(rules="", game="", club=event.club)
    page = open_page(f"/ratings/{overall.pk}", language=language)
    for name in TWELVE:
        expect(page.get_by_text(name, exact=True).first).to_be_visible()
    look(page, f"overall-{language}")
    played = Game.objects.filter(parent_scope__key=event.scope, rules=YINSH)
    rated = {person for both in played.values_list("white", "black") for person in both}
    of_yinsh = Pool.objects.get(rules=YINSH, club=event.club)
    assert set(of_yinsh.ratings.values_list("person", flat=True)) == rated
