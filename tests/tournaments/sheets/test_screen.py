"""The page for a screen in the playing hall: parts that turn by themselves, and the time that a round has left."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.tournaments.factories import decide, draft, fresh, running
from tournaments.core.loader import load
from tournaments.models import Event, Round
from tournaments.rounds.queries.rounds import round_page
from tournaments.sheets.queries import ROWS, round_ends_at, slides_of
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Two more players than there is room for in one part of the standings."""
    names = [f"Player {number:02}" for number in range(ROWS + 2)]
    return running(club, organiser, names, rounds=1, format="swiss-dutch", rounds_planned=3)


def test_parts_hold_everybody_once_the_boards_first(event: Event) -> None:
    rows = load(fresh(event))
    slides = slides_of(round_page(rows, 1, with_reasons=False), standings(fresh(event)))
    assert [(slide.key, slide.number, slide.total) for slide in slides] == [
        ("boards", 1, 1), ("standings", 1, 2), ("standings", 2, 2),
    ]  # fmt: skip
    assert [len(slide.boards) + len(slide.rows) for slide in slides] == [8, ROWS, 2]
    assert slides_of(None, None) == []


def test_each_look_is_shown_alone_and_in_one_order(event: Event) -> None:
    rows, table = load(fresh(event)), standings(fresh(event))
    page = round_page(rows, 1, with_reasons=False)
    by_name = slides_of(page, table, ["names"])
    assert [(slide.key, slide.number, slide.total, len(slide.places)) for slide in by_name] == [
        ("names", 1, 2, ROWS), ("names", 2, 2, 2),
    ]  # fmt: skip
    assert [place.entry.name for place in by_name[1].places] == [f"Player {ROWS:02}", f"Player {ROWS + 1:02}"]
    assert [slide.key for slide in slides_of(page, table, ["standings", "boards"])] == ["boards", *["standings"] * 2]
    text = Client().get(f"/events/{event.pk}/screen?show=names").content.decode()
    assert text.count("data-slide") == 2 and "Opponent" in text and "Points" not in text
    assert re.findall(r'name="show" value="(\w+)" id="show-\w+" checked', text) == ["names"]
    assert Client().get(f"/events/{event.pk}/screen?show=nothing").content.decode().count("data-slide") == 3


def test_the_time_counts_from_when_the_round_was_published(event: Event) -> None:
    began = Round.objects.get(event=event).started_at
    rows = load(fresh(event))
    assert round_ends_at(rows, 90) == began + timedelta(minutes=90)
    assert round_ends_at(rows, None) is None


def test_visitors_see_it_and_a_draft_of_an_event_is_hidden(event: Event, club: Club, organiser: Account) -> None:
    text = Client().get(f"/events/{event.pk}/screen?minutes=90").content.decode()
    assert "data-until=" in text and text.count("data-slide") == 3
    assert "data-until=" not in Client().get(f"/events/{event.pk}/screen").content.decode()
    assert Client().get(f"/events/{draft(club, organiser).pk}/screen").status_code == 302


def test_it_turns_pauses_and_counts_down(event: Event, organiser: Account, open_page: Open) -> None:
    decide(event, organiser, {("Player 00", "Player 08"): "1-0"})
    Round.objects.filter(event=event).update(started_at=timezone.now() - timedelta(minutes=80))
    page = open_page(f"/events/{event.pk}/screen?minutes=90", width=1280)
    slides = page.locator("[data-slide]")
    expect(slides.nth(0)).to_be_visible()
    expect(slides.nth(1)).to_be_hidden()
    assert axe_faults(page) == []
    expect(page.locator("[data-until]")).to_have_text(re.compile(r"^0:0\d:\d\d$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Next page").click()
    expect(slides.nth(1)).to_be_visible()
    page.get_by_role("button", name="Previous page").click()
    page.get_by_role("button", name="Previous page").click()
    expect(slides.nth(2)).to_be_visible()
    expect(slides.nth(0)).to_be_hidden()
    phone = open_page(f"/events/{event.pk}/screen", width=PHONE, language="fa", theme="dark")
    assert overflow(phone) == 0


def test_links_and_controls_are_there_while_somebody_is_at_the_screen(event: Event, open_page: Open) -> None:
    page = open_page("/about")
    page.clock.install()
    page.goto(page.url.replace("/about", f"/events/{event.pk}/screen"))
    controls = page.locator(".screen-bar")
    expect(controls).to_have_css("opacity", "0")
    assert page.locator("body a:visible, body button:visible, body input:visible").evaluate_all(
        "each => each.filter(one => !one.closest('.screen-bar')).map(one => one.textContent.trim())"
    ) == ["Skip to the page"], "which is for the keyboard"
    page.mouse.move(100, 100)
    page.mouse.move(120, 120)
    expect(controls).to_have_css("opacity", "1")
    page.clock.run_for(5_000)
    expect(controls).to_have_css("opacity", "0")


def test_it_turns_by_itself(event: Event, open_page: Open) -> None:
    page = open_page("/about")
    page.clock.install()
    page.goto(page.url.replace("/about", f"/events/{event.pk}/screen"))
    expect(page.locator("[data-slide]").nth(0)).to_be_visible()
    page.clock.run_for(12_500)
    expect(page.locator("[data-slide]").nth(1)).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(60_000)
    expect(page.locator("[data-slide]").nth(1)).to_be_visible()


def test_without_scripts_all_parts_stand_there(event: Event, open_page: Open) -> None:
    page = open_page(f"/events/{event.pk}/screen", java_script_enabled=False)
    assert all(slide.is_visible() for slide in page.locator("[data-slide]").all())
