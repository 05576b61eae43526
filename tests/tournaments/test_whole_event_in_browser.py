"""A Swiss of ten in five rounds from check-in to the files, on the pages of arbiters, players and visitors.

Once with a mouse and once by keyboard alone. What each step does has tests of its own; here they follow one another in
one event. Results that nobody argues about are entered by the service.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import Open
from testing.factories import AccountFactory
from testing.tournaments.factories import entry, fresh, running
from tests.system.keyboard import Keyboard, Mouse
from tournaments.entries.queries import entry_tokens
from tournaments.entries.services import byes, exclusions
from tournaments.models import ByeRequest, Entry, Event, Pairing, Round, RoundDraft
from tournaments.results.queries.seat_links import slips_of
from tournaments.sheets.pdf import can_make_pdf

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_tries_before"),
]

NINE = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ines")
ROUNDS = 5


Hand = Callable[[Page], Keyboard]


class Story:
    """The event, its organiser's page, and whoever holds the mouse or the keyboard."""

    def __init__(self, event: Event, organiser: Account, open_page: Open, hand: Hand) -> None:
        self.event, self.organiser, self.open_page, self.hand = event, organiser, open_page, hand
        self.page = open_page(self.path("desk"), organiser)
        self.site = self.page.url.removesuffix(self.path("desk"))
        self.desk = hand(self.page)

    def path(self, tail: str) -> str:
        return f"/events/{self.event.pk}/{tail}"

    def go(self, tail: str) -> Keyboard:
        return self.go_to(self.path(tail))

    def go_to(self, path: str) -> Keyboard:
        self.page.goto(self.site + path)
        return self.desk

    def visit(self, path: str, account: Account | None = None) -> Keyboard:
        """Another browser: a phone."""
        return self.hand(self.open_page(path, account, width=390))

    def confirm(self) -> None:
        """Press the button that confirms, as often as it is asked."""
        while (asked := self.page.locator("main form:has(input[name=confirm]) button")).count():
            self.desk.button(asked.inner_text())

    def start_round(self, number: int) -> None:
        self.go("desk").button(f"Start round {number}")
        assert Round.objects.filter(event=self.event, number=number).exists()

    def enter_results(self) -> None:
        """White wins wherever nothing is known yet."""
        for game in Game.objects.filter(paired__pairing__round__event=self.event, result="pending"):
            claim_result(game.pk, self.organiser, "1-0", source="desk", role="arbiter")


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Nine players. In the last round no two of them may meet, so that no pairing of it is legal."""
    made = running(club, organiser, NINE, format="swiss-dutch", rounds_planned=ROUNDS)
    apart = list(Entry.objects.filter(event=made).values_list("pk", flat=True))
    exclusions.add_exclusion(made.pk, organiser, apart, first_round=ROUNDS, last_round=ROUNDS)
    return fresh(made)


@pytest.mark.parametrize("hand", [Mouse, Keyboard], ids=["mouse", "keyboard"])
def test_a_swiss_of_ten_in_five_rounds(event: Event, organiser: Account, open_page: Open, hand: Hand) -> None:
    story = Story(event, organiser, open_page, hand)
    check_in_and_ask_for_a_bye(story)
    enter_late(story)
    dispute_and_decide(story)
    withdraw_and_undo(story)
    pair_the_last_round_by_hand(story)
    print_and_export(story)
    assert Event.objects.get(pk=event.pk).state == Event.State.CLOSED


def check_in_and_ask_for_a_bye(story: Story) -> None:
    """Hal comes by his card and is ticked off; Ines, who is not there, gets a bye; Gus asks for one in round 2."""
    event = story.event
    story.go("check-in").button("Open check-in for the next round")
    for name in NINE[:7]:
        byes.check_in(event.pk, story.organiser, entry(event, name).pk)
    phone = story.visit("/here/" + dict(entry_tokens(event))[entry(event, "Hal").pk])
    phone.button("Check me in")
    assert axe_faults(phone.page) == []
    story.go("check-in")
    expect(story.page.get_by_role("heading", name="1 player is not here")).to_be_visible()
    assert axe_faults(story.page) == []
    story.desk.button("No points")
    assert ByeRequest.objects.get(entry=entry(event, "Ines")).kind == "zero"
    gus = AccountFactory(person=entry(event, "Gus").members.get().person)
    own = story.visit(story.path(f"entries/{entry(event, 'Gus').pk}/bye"), gus)
    own.write("Round", "2")
    own.choose("Worth", "half a point")
    own.button("Request the bye")
    story.start_round(1)
    assert Pairing.objects.filter(round__event=event, kind="game").count() == 4
    story.enter_results()


def enter_late(story: Story) -> None:
    """Jon comes after round 1 and gets half a point for it."""
    story.go("enter").write("Names", "Jon")
    story.desk.button("Preview")
    story.desk.button("Register the players")
    late = entry(story.event, "Jon")
    story.go(f"entries/{late.pk}/bye")
    story.desk.tick("Round 1")
    assert axe_faults(story.page) == []
    story.desk.button("Give these byes")
    assert late.slots.get().pairing.kind == "half"


def dispute_and_decide(story: Story) -> None:
    """In round 2 two report different results by their slips; the arbiter decides what White says."""
    story.start_round(2)
    round_ = Round.objects.get(event=story.event, number=2)
    story.go("pairings/2/slips")
    assert axe_faults(story.page) == []
    both = slips_of(round_)[0]
    for slip, button in zip(both, ("I won", "I won"), strict=True):
        phone = story.visit(f"/report/{slip.token}")
        assert axe_faults(phone.page) == []
        phone.press(phone.page.get_by_role("main").get_by_role("button", name=button))
        expect(phone.page.get_by_text("You reported:")).to_be_visible()
    story.go("desk")
    expect(story.page.get_by_text("in dispute").first).to_be_visible()
    game = Game.objects.get(pk=both[0].game)
    assert game.result == "pending"
    story.go_to(f"/games/{game.pk}/result").pick("result", "1-0")
    story.desk.write("Reason", "Both score sheets say so.")
    story.desk.button("Decide")
    game.refresh_from_db()
    assert game.result == "1-0"
    story.enter_results()


def withdraw_and_undo(story: Story) -> None:
    """Finn leaves; round 3 is started, undone with a reason, and started again; round 4 follows."""
    leaving = entry(story.event, "Finn")
    story.go(f"entries/{leaving.pk}/withdraw").button("Withdraw Finn")
    assert entry(story.event, "Finn").withdrawn
    story.start_round(3)
    story.go("journal").link("Undo")
    story.desk.write("Reason", "Started too early.")
    story.desk.button("Undo these acts")
    story.confirm()
    assert not Round.objects.filter(event=story.event, number=3).exists()
    for number in (3, 4):
        story.start_round(number)
        story.enter_results()


def pair_the_last_round_by_hand(story: Story) -> None:
    """The engine finds no pairing: the round is drafted empty, paired by hand, explained and published."""
    event = story.event
    story.go("desk").button("Start round 5")
    expect(story.page.get_by_text("pair by hand").first).to_be_visible()
    story.go("desk").button("Pair as draft")
    page = story.page
    expect(page.locator("[data-idle] button")).to_have_count(9)
    page.locator("[data-idle] button").first.focus()
    for key in "bnbnbnbn":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Give bye").click()
    expect(page.locator("[data-warnings] li").first).to_contain_text("met before")
    story.desk.write("Reason", "No two of them may meet, so all were asked.")
    story.desk.button("Publish round 5")
    assert not RoundDraft.objects.filter(event=event).exists()
    assert Pairing.objects.filter(round__event=event, round__number=5, kind="game").count() == 4
    story.enter_results()


def print_and_export(story: Story) -> None:
    """The event is closed; its standings are printed, as a page and as PDF, and its file is exported."""
    story.go("desk").link("Close the event")
    story.desk.button("Close the event")
    story.go("print")
    assert axe_faults(story.page) == []
    story.desk.press(story.page.locator("main a[href$='/print/standings']"))
    assert axe_faults(story.page) == []
    expect(story.page.get_by_text("Final standings after 5 rounds.")).to_be_visible()
    if can_make_pdf():
        link = story.page.locator("main a[href$='.pdf']").get_attribute("href")
        answer = story.page.request.get(f"{story.site}{link}")
        assert answer.body().startswith(b"%PDF-")
    story.go("files")
    with story.page.expect_download() as download:
        link = story.page.get_by_role("main").get_by_role("link", name=re.compile("TRF26")).first
        story.desk.follow(link)
    text = download.value.path().read_text(encoding="utf-8")
    assert len(re.findall(r"^001 ", text, re.MULTILINE)) == 10
