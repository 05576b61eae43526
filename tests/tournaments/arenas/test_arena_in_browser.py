"""An arena in Chromium: made and started by an organiser, joined by three members, played, ended by its clock."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Game
from players.models import Account, Club
from testing.browser import PHONE, Open, overflow
from testing.factories import player_in
from testing.games.game_records import played, tokens_of
from testing.tournaments.arenas import ARENA
from testing.tournaments.here import announced_here, games_of, make_turns
from tournaments.arenas.services import run_arena
from tournaments.events.services.lifecycle import start_event
from tournaments.models import Arena, Event

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_tries_before"),
]
NAMES = ("Ada", "Ben", "Cleo")
LATER = 40_000
"""A page that no line tells anything asks every 15 seconds."""


def test_an_arena_from_the_form_to_the_podium(club: Club, organiser: Account, open_page: Open) -> None:
    event = make_by_form(open_page(f"/clubs/{club.slug}/events/new", organiser))
    story = Story(event, {name: player_in(club, name=name) for name in NAMES}, open_page)
    for page in story.pages.values():
        expect(page.locator("[data-round-clock]")).to_be_visible()
        page.get_by_role("button", name="Join the arena").click()
        expect(page.get_by_text("Finding you an opponent …")).to_be_visible()
    first = story.pair()
    for name in names_of(first):  # by itself, once the page has asked
        expect(story.pages[name]).to_have_url(story.address(f"/play/{first.pk}"), timeout=LATER)
    (left,) = set(NAMES) - set(names_of(first))
    expect(story.pages[left].get_by_text("2 players in games")).to_be_visible(timeout=LATER)

    story.play_and_resign(first)
    second = story.pair()
    assert left in names_of(second)
    for name in names_of(second):
        expect(story.pages[name]).to_have_url(story.address(f"/play/{second.pk}"), timeout=LATER)
        story.pages[name].goto(story.address(f"/events/{event.pk}"))  # the game opens by itself once
        expect(story.pages[name].get_by_role("link", name="To your game")).to_be_visible()
    phone = open_page(f"/events/{event.pk}", story.players[left], width=PHONE, language="fa", theme="dark")
    phone.goto(story.address(f"/events/{event.pk}"))
    assert overflow(phone) == 0
    story.end_by_the_clock(second)


def test_who_waits_for_the_start_can_join_at_once(club: Club, organiser: Account, open_page: Open) -> None:
    event, players = announced_here(club, organiser, ("Ada",), **ARENA)
    page = open_page(f"/events/{event.pk}", players["Ada"], often=True)
    expect(page.get_by_text("Players are paired as soon as the organiser starts the arena.")).to_be_visible()
    start_event(event.pk, organiser)
    expect(page.get_by_role("button", name="Join the arena")).to_be_visible(timeout=LATER)


def make_by_form(page: Page) -> Event:
    """The organiser chooses the picture, the minutes and the clock, and starts it with nobody registered."""
    page.get_by_label("Name", exact=True).fill("Friday Arena")
    page.get_by_text("Arena", exact=True).click()
    expect(page.get_by_label("Minutes", exact=True)).to_have_value("45")
    page.locator("select[name=arena__clock]").select_option("180+2")
    page.locator("summary", has_text="Registration").click()
    page.get_by_label("Players may register themselves").check()
    page.get_by_role("button", name="Start the arena").click()
    expect(page.get_by_text("The arena has started.")).to_be_visible()
    event = Event.objects.get(name="Friday Arena")
    assert (event.state, event.time_control, event.no_show_minutes) == (Event.State.RUNNING, "180+2", 1)
    return event


class Story:
    """An arena, and the pages of its players."""

    def __init__(self, event: Event, players: dict[str, Account], open_page: Open) -> None:
        self.event, self.players, self.open_page = event, players, open_page
        self.pages = {name: open_page(f"/events/{event.pk}", account, often=True) for name, account in players.items()}

    def address(self, path: str) -> str:
        return "/".join(next(iter(self.pages.values())).url.split("/")[:3]) + path

    def pair(self) -> Game:
        """Let the server look, as it does every few seconds."""
        run_arena(self.event.pk)
        (game,) = [game for game in games_of(self.event) if game.result == "pending"]
        return game

    def play_and_resign(self, game: Game) -> None:
        """Both make a turn, one resigns on the page, and both go back to the arena."""
        make_turns(self.players, game, *tokens_of(played())[:2])
        resign_on(self.pages[names_of(game)[0]])
        for name in names_of(game):
            self.pages[name].reload()
            self.pages[name].get_by_role("link", name="Back to the event").click()
            expect(self.pages[name].get_by_text("Finding you an opponent …")).to_be_visible()

    def end_by_the_clock(self, last: Game) -> None:
        """Time is up; the last game is finished and counts, and who watches sees the podium by itself."""
        make_turns(self.players, last, *tokens_of(played())[:2])
        end = timezone.now() - timedelta(seconds=1)
        Arena.objects.filter(event=self.event).update(started_at=end - timedelta(minutes=45), ends_at=end)
        visitor = self.open_page(f"/events/{self.event.pk}", often=True)
        expect(visitor.locator("#arena").get_by_text("Time is up.")).to_be_visible()
        run_arena(self.event.pk)
        assert Event.objects.get(pk=self.event.pk).state == Event.State.RUNNING
        quitter = self.pages[names_of(last)[0]]
        quitter.get_by_role("link", name="To your game").click()
        resign_on(quitter)
        expect(quitter.get_by_text("resigned").first).to_be_visible()
        run_arena(self.event.pk)
        expect(visitor.locator(".podium")).to_be_visible(timeout=LATER)
        expect(visitor.get_by_text("Final standings.")).to_be_visible()
        expect(visitor.locator("#arena")).to_have_count(0)


def names_of(game: Game) -> tuple[str, str]:
    return game.white.name, game.black.name


def resign_on(page: Page) -> None:
    """Resign by the page, which asks first."""
    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Resign", exact=True).last.click()
