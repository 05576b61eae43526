"""An event in stages in a browser, from creating it to the final: by mouse and by keys, in two directions."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import DESK, PHONE, Open, overflow
from testing.tournaments.stages import CLEAR, first_event, next_event, numbered, play_all, played_groups, start_with
from tests.system.keyboard import Keyboard, Mouse
from tournaments.events.services import lifecycle
from tournaments.models import StagePlan
from tournaments.stages.services import advancing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
Hand = Callable[[Page], Keyboard]
HANDS = pytest.mark.parametrize(
    ("hand", "language"), [(Mouse, "en"), (Keyboard, "en"), (Mouse, "fa"), (Keyboard, "fa")]
)


def looked_at(page: Page) -> None:
    """Nothing sticks out, and axe finds nothing."""
    assert overflow(page) == 0, page.url
    assert axe_faults(page) == [], page.url


@HANDS
def test_from_creating_it_to_the_winner(
    hand: Hand, language: str, open_page: Open, club: Club, organiser: Account
) -> None:
    page = open_page(f"/clubs/{club.slug}", organiser, language=language)
    at = hand(page)
    at.press(page.locator("a[href$='/stages/new']"))
    looked_at(page)
    for field, text in (("name", "Cup"), ("starts_on", "2026-12-04"), ("ends_on", "2026-12-06"), ("groups", "2")):
        page.locator(f"#id_{field}").fill(text)
    at.press(page.locator("main .form-end button"))
    made = StagePlan.objects.get()
    expect(page).to_have_url(re.compile(f"/stages/{made.pk}$"))
    looked_at(page)

    start_with(first_event(made), organiser)
    play_all(first_event(made), organiser, CLEAR, 3)
    page.reload()
    looked_at(page)
    expect(page.locator("#stages-next ~ ol li bdi")).to_have_text(["Ada", "Fay", "Ben", "Eva"])
    at.reach(page.locator("#stages-next ~ details > summary"))
    page.keyboard.press("Enter")
    page.locator("#pass_entry").select_option(label="Ben")
    page.locator("#pass_reason").fill("on holiday")
    at.press(page.locator(".card details .form-end button"))
    expect(page.locator("#stages-next ~ ol li bdi")).to_have_text(["Ada", "Fay", "Eva", "Cleo"])
    at.press(page.locator("form[action$='/start'] button"))
    assert numbered(next_event(made)) == ["Ada", "Fay", "Eva", "Cleo"]
    expect(page.locator("#stage-2 .tree-seat bdi").first).to_have_text("Ada")
    looked_at(page)

    play_all(next_event(made), organiser, {"Ada": 4, "Fay": 3, "Eva": 2, "Cleo": 1}, 2)
    page.reload()
    expect(page.locator(".lead-now")).to_contain_text("Ada")
    looked_at(page)
    at.press(page.locator(f"a[href='/events/{next_event(made).pk}']").first)
    expect(page.locator(f".under a[href='/stages/{made.pk}']")).to_have_text("Cup")


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("language", ["en", "fa"])
def test_the_pages_of_organisers_and_what_changed(
    width: int, language: str, open_page: Open, club: Club, organiser: Account
) -> None:
    made = played_groups(club, organiser)
    page = open_page(f"/stages/{made.pk}/edit", organiser, width=width, language=language)
    looked_at(page)
    for path in ("new", "2/edit"):
        page.goto(re.sub(r"/(edit|new)$", "", page.url) + f"/{path}")
        looked_at(page)
    advancing.start_stage(made.pk, organiser, 2)
    lifecycle.reopen_event(first_event(made).pk, organiser, reason="slip")
    visitor = open_page(f"/stages/{made.pk}", width=width, language=language)
    expect(visitor.locator(".note.danger")).to_contain_text("Groups")
    expect(visitor.locator("#stages-next")).to_have_count(0)
    looked_at(visitor)
