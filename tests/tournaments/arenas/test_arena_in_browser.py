"""An arena in Chromium: made and started by an organiser, joined by three members, played, ended by its clock."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import caches
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Game
from players.models import Account, Club
from testing.browser import PHONE, Open, overflow
from testing.factories import player_in
from testing.games.game_records import played, tokens_of
from testing.tournaments.here import games_of, make_turns
from tournaments.arenas.services import run_arena
from tournaments.models import Arena, ArenaPlayer, Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("SHOTS", "")
LATER = 40_000
"""A page that no line tells anything asks every 15 seconds."""


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


@pytest.fixture(autouse=True)
def no_tries_before() -> None:
    caches["tries"].clear()


def test_an_arena_from_the_form_to_the_podium(club: Club, organiser: Account, open_page: Open) -> None:
    desk = open_page(f"/clubs/{club.slug}/events/new", organiser)
    desk.get_by_label("Name", exact=True).fill("Friday Arena")
    desk.get_by_text("Arena", exact=True).click()
    expect(desk.get_by_label("Minutes", exact=True)).to_have_value("45")
    desk.locator("select[name=arena__clock]").select_option("180+2")
    desk.locator("summary", has_text="Registration").click()
    desk.get_by_label("Players may register themselves").check()
    shot(desk, "new")
    desk.get_by_role("button", name="Start the arena").click()
    event = Event.objects.get(name="Friday Arena")
    assert (event.state, event.time_control, event.no_show_minutes) == (Event.State.RUNNING, "180+2", 1)
    shot(desk, "desk")

    names = ("Ada", "Ben", "Cleo")
    players = {name: player_in(club, name=name) for name in names}
    pages = {name: open_page(f"/events/{event.pk}", account) for name, account in players.items()}
    for page in pages.values():
        expect(page.locator("[data-round-clock]")).to_be_visible()
        page.get_by_role("button", name="Join the arena").click()
        expect(page.get_by_text("Finding you an opponent …")).to_be_visible()
    shot(pages["Cleo"], "free")
    first = pair(event)
    for name in names_of(first):  # by itself, once the page has asked
        expect(pages[name]).to_have_url(f"{site(pages[name])}/play/{first.pk}", timeout=LATER)
    (left,) = set(names) - set(names_of(first))
    expect(pages[left].get_by_text("2 players in games")).to_be_visible(timeout=LATER)
    shot(pages[left], "waiting")

    make_turns(players, first, *tokens_of(played())[:2])
    loser, winner = names_of(first)
    resign_on(pages[loser])
    for name in (loser, winner):
        pages[name].reload()
        shot(pages[name], f"over-{name == loser}")
        pages[name].get_by_role("link", name="Friday Arena").first.click()
        expect(pages[name].get_by_text("Finding you an opponent …")).to_be_visible()
    second = pair(event)
    assert left in names_of(second)
    assert set(names_of(second)) != set(names_of(first))
    for name in names_of(second):
        pages[name].reload()
        expect(pages[name]).to_have_url(f"{site(pages[name])}/play/{second.pk}")
        pages[name].goto(f"{site(pages[name])}/events/{event.pk}")  # the game opens by itself once
        expect(pages[name].get_by_role("link", name="To your game")).to_be_visible()
    phone = open_page(f"/events/{event.pk}", players[left], width=PHONE, language="fa", theme="dark")
    phone.goto(f"{site(phone)}/events/{event.pk}")
    shot(phone, "phone")
    assert overflow(phone) == 0

    make_turns(players, second, *tokens_of(played())[:2])
    end = timezone.now() - timedelta(seconds=1)
    Arena.objects.filter(event=event).update(started_at=end - timedelta(minutes=45), ends_at=end)
    visitor = open_page(f"/events/{event.pk}")
    expect(visitor.locator("#arena").get_by_text("Time is up.")).to_be_visible()
    shot(visitor, "time-up")
    run_arena(event.pk)
    assert Event.objects.get(pk=event.pk).state == Event.State.RUNNING
    quitter = names_of(second)[0]
    pages[quitter].get_by_role("link", name="To your game").click()
    resign_on(pages[quitter])
    expect(pages[quitter].get_by_text("resigned").first).to_be_visible()
    run_arena(event.pk)
    expect(visitor.locator(".podium")).to_be_visible(timeout=LATER)
    expect(visitor.get_by_text("Final standings.")).to_be_visible()
    expect(visitor.locator("#arena")).to_have_count(0)
    shot(visitor, "podium")
    desk.goto(f"{site(desk)}/events/{event.pk}/desk")
    shot(desk, "desk-closed")


def site(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def names_of(game: Game) -> tuple[str, str]:
    return game.white.name, game.black.name


def pair(event: Event) -> Game:
    """Let the server look as it does every few seconds; all have waited long enough for anybody but the last one."""
    ArenaPlayer.objects.filter(entry__event=event).exclude(ready_since=None)
    run_arena(event.pk)
    (game,) = [game for game in games_of(event) if game.result == "pending"]
    return game


def resign_on(page: Page) -> None:
    """Resign by the page, which asks first."""
    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Resign", exact=True).last.click()
