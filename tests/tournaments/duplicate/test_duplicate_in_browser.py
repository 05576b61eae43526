"""Three players on two deals in a real browser; one of them tries to look ahead, and cannot."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from games.attempts.services.attempts import begin_attempt
from games.models import Attempt, AttemptTurn
from players.accounts.services.tokens import make_token
from players.models import Account, Club
from testing.browser import PHONE, Open
from testing.tournaments.duplicate_factories import account_for, attempt, give_up, playing
from testing.tournaments.factories import table
from tournaments.duplicate.services import close_deals
from tournaments.models import Deal, DrawnDeal, Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def play_by_plain_forms(page: Page, event: Event, name: str, turns: int) -> None:
    """Begin both deals from the page of the round, play so many turns of each, and give it up."""
    for place in (1, 2):
        page.goto(f"{page.url.split('/events')[0].split('/attempts')[0]}/events/{event.pk}/pairings/1")
        page.locator("main").get_by_role("link", name="Play", exact=True).first.click()
        page.get_by_role("button", name="Start").click()
        for _turn in range(turns):
            buttons = page.locator("[data-play-form] button[name=turn]")
            if buttons.count():
                buttons.first.click()
                page.wait_for_load_state()
        page.locator("details.confirm summary").click()
        page.locator("details.confirm button").click()
        expect(page.get_by_text("given up").first).to_be_visible()
        assert attempt(event, name, place).ended_at is not None


def everything_that_can_be_asked_for(page: Page, event: Event, key: str) -> str:
    """The sources of pages, the answers of the API with one's own key, and the exports."""
    attempts = Attempt.objects.values_list("pk", flat=True)
    round_ = f"/events/{event.pk}/pairings/1"
    addresses = [
        round_,
        f"{round_}/deals",
        f"{round_}/deals.json",
        f"{round_}/setups",
        f"/events/{event.pk}/event.json",
    ]
    addresses += [f"/events/{event.pk}/files/json", *(f"/attempts/{pk}" for pk in attempts)]
    addresses += [f"/attempts/{pk}?ply=99" for pk in attempts] + [f"/api/v1/attempts/{pk}" for pk in attempts]
    addresses += [f"/api/v1/events/{event.pk}/{what}" for what in ("rounds/1/deals", "rounds/1/setups", "file")]
    told = page.evaluate(
        """async ([addresses, key]) => {
          const found = [];
          for (const address of addresses) {
            const headers = address.startsWith("/api/") ? { Authorization: "Token " + key } : {};
            const answer = await fetch(address, { headers, cache: "no-store" });
            found.push([...answer.headers].flat().join(" ") + (await answer.text()));
          }
          return found.join("\\n");
        }""",
        [addresses, key],
    )
    assert isinstance(told, str)
    return told + page.content()


@pytest.mark.slow
def test_three_players_on_two_deals_one_of_whom_tries_to_look_ahead(
    club: Club, organiser: Account, open_page: Open
) -> None:
    event = playing(club, organiser)
    ada, cleo = account_for("Ada"), account_for("Cleo")
    page = open_page(f"/events/{event.pk}/pairings/1", ada, java_script_enabled=False)
    play_by_plain_forms(page, event, "Ada", 2)
    adas = [" ".join(each.turns.values_list("token", flat=True)) for each in Attempt.objects.filter(player__name="Ada")]
    assert all(adas)
    lines = [line for line in adas if line.strip("/ ")]  # to pass alone is no secret, and stands on any page
    begin_attempt(attempt(event, "Cleo").pk, cleo)
    page = open_page(f"/attempts/{attempt(event, 'Cleo').pk}", cleo, width=PHONE)
    expect(page.locator("[data-play]")).to_be_visible()
    told = everything_that_can_be_asked_for(page, event, make_token(account=cleo, label="curious").key)
    setups = list(DrawnDeal.objects.values_list("setup", flat=True))
    assert Deal.objects.get(event=event).seed not in told
    assert not [setup for setup in setups if setup in told]
    assert not [line for line in lines if f">{line}<" in told or json.dumps(line.split()) in told]
    assert told.count("face down") >= 1, "her own page says that generals lie face down"
    expect(page.locator(".play-words")).to_contain_text("face down")
    give_up(attempt(event, "Ben", 1))
    give_up(attempt(event, "Ben", 2))
    close_deals(event.pk, organiser, 1)
    page.goto(page.url.split("/attempts")[0] + f"/events/{event.pk}/pairings/1/deals")
    for line, setup in zip(adas, setups, strict=True):
        expect(page.locator("main")).to_contain_text(setup)
        assert line in page.content()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    assert {name for _rank, name, _points in table(event)} == {"Ada", "Ben", "Cleo"}
    assert AttemptTurn.objects.filter(attempt__player__name="Cleo").count() == 0
