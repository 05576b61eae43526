"""The twelve commonest jobs of an arbiter, in Chromium: as many steps as docs/arbiter-jobs.md says.

They are done one after the other, by one arbiter: a Swiss of sixty, from a pasted list to the federation's file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.browser import Open
from tests.tournaments.steps import Steps
from tournaments.core.loader import load
from tournaments.models import Arrival, ByeRequest, Entry, Event, Round

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
TABLE = settings.BASE_DIR / "docs" / "arbiter-jobs.md"
SIXTY = [f"Player {number:02}" for number in range(1, 61)]
WHY = "Both asked for it."
AT_DESK = re.compile(r"/desk(\?.*)?$")


def counts_told() -> dict[str, int]:
    """By number of the job, the steps that the page says it takes here: the first number of its third column."""
    rows = re.findall(r"^\| (\d+) \| [^|]+ \| (\d+)\b", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    return {number: int(steps) for number, steps in rows}


class Desk:
    """An arbiter at the desk of one event."""

    def __init__(self, page: Page, arbiter: Account) -> None:
        self.page, self.arbiter = page, arbiter

    @property
    def event(self) -> Event:
        return Event.objects.get()

    def go(self) -> Steps:
        """To the desk, where a job begins."""
        self.page.goto(re.sub(r"/(events|clubs)/.*", f"/events/{self.event.pk}/desk", self.page.url))
        return Steps(self.page)

    def link(self, end: str) -> str:
        """Whatever leads to a page of the event."""
        return f"main a[href$='/{end}']"


def new_event(desk: Desk) -> Steps:
    """On the club's page: the list is pasted, looked at, and round 1 paired."""
    steps = Steps(desk.page)
    steps.click("main a[href$='/events/new']")
    steps.write("[name=names]", "\n".join(SIXTY))
    steps.click("button[value=start]")
    expect(desk.page.locator("#players tbody tr")).to_have_count(60)
    steps.click("button[value=start]")
    desk.page.wait_for_url(AT_DESK)
    assert (Entry.objects.count(), Round.objects.get().pairings.count()) == (60, 30)
    return steps


def late_entry(desk: Desk) -> Steps:
    steps = desk.go()
    steps.click(desk.link("enter"))
    steps.write("#find-q", "Zoe Late")
    expect(desk.page.locator("#found form")).to_have_count(1)
    steps.key("Enter")
    expect(desk.page.locator("main li", has_text="Zoe Late").last).to_be_visible()
    expect(desk.page.locator("#found form")).to_have_count(0)
    assert Entry.objects.filter(members__person__name="Zoe Late").exists()
    return steps


def bye(desk: Desk) -> Steps:
    """A half-point bye for the next round."""
    steps = desk.go()
    entry = Entry.objects.get(members__person__name="Player 60")
    steps.click(desk.link("players"))
    steps.click(desk.link(f"entries/{entry.pk}/bye"))
    if desk.page.locator("[name=kind]").first.input_value() != "half":
        steps.choose("select[name=kind]", "half")
    steps.click("main form .primary")
    assert ByeRequest.objects.get(entry=entry).kind == "half"
    return steps


def withdrawal(desk: Desk) -> Steps:
    steps = desk.go()
    entry = Entry.objects.get(members__person__name="Player 59")
    steps.click(desk.link("players"))
    steps.click(desk.link(f"entries/{entry.pk}/withdraw"))
    steps.click("main form .button.danger, main form .primary")
    entry.refresh_from_db()
    assert entry.withdrawn
    return steps


def check_in(desk: Desk) -> Steps:
    """All are there: one button."""
    steps = desk.go()
    steps.click(desk.link("check-in"))
    steps.click("main button[value=open]")
    steps.click("[data-all-here] button")
    expect(desk.page.locator("[data-check-in] button[value=yes]")).to_have_count(1)  # who has a bye
    assert Arrival.objects.count() >= 59
    return steps


def pair_round(desk: Desk) -> Steps:
    steps = desk.go()
    steps.click("form[action$='/rounds/start'] button:not([formaction])")
    desk.page.wait_for_url(AT_DESK)
    assert Round.objects.count() == 2
    return steps


def swap_players(desk: Desk) -> Steps:
    """Two change places in the round that was just paired."""
    rows = load(desk.event)
    boards = [[rows.by_id[each].name for each in pairing.entries] for pairing in rows.rounds[-1].pairings]
    steps = desk.go()
    steps.click(desk.link("pairings/2/edit"))
    steps.drag(boards[0][1], boards[1][1])
    expect(desk.page.locator("[data-differences] li").first).to_be_visible()
    steps.write("#id_reason", WHY)
    steps.click("button[value=publish]")
    desk.page.wait_for_url(AT_DESK)
    rows = load(desk.event)
    now = [[rows.by_id[each].name for each in pairing.entries] for pairing in rows.rounds[-1].pairings]
    assert now[0] == [boards[0][0], boards[1][1]] and now[1] == [boards[1][0], boards[0][1]]
    return steps


def enter_results(desk: Desk) -> Steps:
    """Of round 1, thirty boards, as they lie on the table."""
    steps = desk.go()
    for _board in range(30):
        steps.key("1")
    expect(desk.page.locator("[data-left]")).to_have_text("all results are in", timeout=60_000)
    assert Game.objects.filter(result="1-0").count() == 30
    return steps


def correct_result(desk: Desk) -> Steps:
    """Board 3 of round 1, after round 2 was paired with it."""
    game = Game.objects.get(paired__pairing__round__number=1, paired__pairing__board=3)
    steps = desk.go()
    steps.click("main a[href$='?round=1']")
    steps.click(f"main a[href*='/results/{game.pk}']")
    field = desk.page.locator("[name=result]")
    if field.first.evaluate("field => field.tagName") == "SELECT":
        steps.choose("[name=result]", "0-1")
    else:
        steps.click("[name=result][value='0-1']")
    steps.write("[name=reason]", WHY)
    steps.click("main form .primary")
    confirm = desk.page.locator("main form:has([name=confirm]) button")
    if confirm.count():
        steps.click(confirm.first)
    game.refresh_from_db()
    assert game.result == "0-1"
    return steps


def settle_dispute(desk: Desk) -> Steps:
    """Both players of a board of round 2 said that they won; the arbiter decides."""
    game = Game.objects.filter(paired__pairing__round__number=2, result="pending").earliest("pk")
    for person, code in ((game.white, "1-0"), (game.black, "0-1")):
        account = Account.objects.create_user(username=f"of-{person.pk}", person=person)
        claim_result(game.pk, account, code, source="page")
    steps = desk.go()
    if desk.page.locator(f"[data-need='game-{game.pk}'] [name=reason]").count():
        steps.write(f"[data-need='game-{game.pk}'] [name=reason]", WHY)
        steps.click(f"[data-need='game-{game.pk}'] button[value='1-0']")
    else:
        steps.click(f"main a[href*='/results/{game.pk}?said=1-0']")
        steps.write("[name=reason]", WHY)
        steps.click("main form .primary")
    desk.page.wait_for_url(AT_DESK)
    expect(desk.page.locator(f"[data-need='game-{game.pk}']")).to_have_count(0)
    game.refresh_from_db()
    assert game.result == "1-0"
    return steps


def print_round(desk: Desk) -> Steps:
    """The pairings and the slips of round 2, each printed by the browser's own key."""
    steps = desk.go()
    steps.click(desk.link("print"))
    steps.click("main a[href$='/print/pairings']")
    expect(desk.page.locator("main table, table").first).to_be_visible()
    steps.taken += 2  # Control+P, which opens a window that no test can close, and the way back
    desk.page.goto(re.sub(r"/events/.*", f"/events/{desk.event.pk}/desk", desk.page.url))
    steps.click(desk.link("slips"))
    expect(desk.page.locator("svg").first).to_be_attached()
    steps.taken += 1
    return steps


def close_event(desk: Desk) -> Steps:
    """All results are in: three prizes, the end of the event, and its file in the format of FIDE."""
    account = Account.objects.get(pk=desk.arbiter.pk)
    for game in Game.objects.filter(result="pending"):
        claim_result(game.pk, account, "1-0", source="desk", role="arbiter")
    Event.objects.update(rounds_planned=2)
    steps = desk.go()
    steps.click(desk.link("info"))
    steps.click(desk.link("prizes"))
    steps.click(desk.link("prizes/edit"))
    steps.write("[name=prizes]", "100\n60\n20")
    steps.click("main form .primary")
    steps.click(desk.link("desk"))
    steps.click(desk.link("close"))
    steps.click("main form .primary")
    desk.page.wait_for_load_state()
    assert desk.event.state == Event.State.CLOSED
    steps = Steps(desk.page, steps.taken)
    steps.click(desk.link("prizes"))
    expect(desk.page.locator("main")).to_contain_text("Paid out: 179.90")
    steps.click(desk.link("desk"))
    steps.click(desk.link("files"))
    with desk.page.expect_download() as file:
        steps.click(desk.link("files/trf26"))
    assert file.value.suggested_filename.endswith(".trf")
    return steps


JOBS: Sequence[tuple[str, Callable[[Desk], Steps]]] = (
    ("1", new_event),
    ("8", enter_results),
    ("2", late_entry),
    ("3", bye),
    ("4", withdrawal),
    ("5", check_in),
    ("6", pair_round),
    ("7", swap_players),
    ("9", correct_result),
    ("10", settle_dispute),
    ("11", print_round),
    ("12", close_event),
)
"""In an order in which one event has them all, by their numbers in the table."""


def test_each_job_takes_as_many_steps_as_the_page_says(club: Club, organiser: Account, open_page: Open) -> None:
    desk = Desk(open_page(f"/clubs/{club.slug}", organiser), organiser)
    found = {}
    for number, job in JOBS:
        found[number] = job(desk).taken
    assert found == counts_told(), f"docs/arbiter-jobs.md says otherwise than {found}"
