"""A month's list and its correction, clicked through: published by a worker, an old result corrected at the desk, the
second version with what differs and why; then an expected score, the player's chart, a comparison and the evidence.

By hand, as FIDE's tables have it (`test_elo`): all enter at 1500 with a K of 40, leave the first event with 1560, 1520,
1480 and 1440, and the second with 1567, 1476, 1484 and 1473. Where Ben and Cleo drew in the first, they leave it with
1500 each. In the second Ben then expects .50 + .42 + .58 and scores ½, so −40. Cleo expects as much and scores 1½: 0.
Ada's +7 (2 for .66 + .58 + .58) and Dan's +33 (2 for .34 + .42 + .42) stay. The log loss of these twelve forecasts is
(7 × 0.6931 + 3 × 0.5447 + 1.0788 + 0.8675) / 12.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import pytest
from django.utils import timezone, translation
from django.utils.translation import gettext
from playwright.sync_api import Locator, Page, expect

from common.jobs import services as jobs
from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club, Person
from ratings.models import Pool
from testing.axe import axe_faults
from testing.browser import DESK, PHONE, Open, overflow
from testing.factories import PersonFactory
from testing.ratings.factories import judged
from testing.tournaments import factories
from testing.tournaments.factories import FOUR
from tournaments.entries.services import entries
from tournaments.events.services import events as events_services
from tournaments.events.services import lifecycle
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FIRST = {"Ada Ben": "Ada", "Ada Cleo": "Ada", "Ada Dan": "Ada", "Ben Cleo": "Ben", "Ben Dan": "Ben", "Cleo Dan": "Cleo"}
SECOND = {"Ada Ben": "Ada", "Ada Cleo": "Ada", "Ada Dan": "Dan", "Ben Cleo": "", "Ben Dan": "Dan", "Cleo Dan": "Cleo"}
"""Who won, "" for a draw."""
PUBLISHED = ["Ada 1567", "Cleo 1484", "Ben 1476", "Dan 1473"]
CORRECTED = ["Ada 1567", "Cleo 1500", "Dan 1473", "Ben 1460"]
MOVED = ["Cleo 1484 1500 +16", "Ben 1476 1460 −16"]
EFFECT = ["Ben 1460 1476 +16", "Cleo 1500 1484 −16"]
REASON = "The sheet says: a draw."


@pytest.fixture
def events(club: Club, organiser: Account) -> list[Event]:
    """Two round robins of the same four, closed before this month began."""
    people = [PersonFactory(name=name, member_of=club) for name in FOUR]
    first_day = timezone.localdate().replace(day=1)
    days = [first_day - timedelta(days=before) for before in (40, 20)]
    made = [closed(club, organiser, people, day, winners) for day, winners in zip(days, (FIRST, SECOND), strict=True)]
    jobs.run_due()
    return made


def closed(club: Club, organiser: Account, people: Sequence[Person], day: date, winners: Mapping[str, str]) -> Event:
    event = factories.draft(club, organiser, name=f"Cup of {day}", starts_on=day, ends_on=day)
    events_services.announce(event.pk, organiser)
    for person in people:
        entries.enter_person(event.pk, organiser, person_id=person.pk)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    for _round in range(3):
        rounds.start_round(event.pk, organiser, despite_open=True)
    for game in Game.objects.filter(paired__pairing__round__event=event).select_related("white", "black"):
        seats = [person.name for person in (game.white, game.black) if person is not None]
        winner = winners[" ".join(sorted(seats))]
        result = ("1-0" if winner == seats[0] else "0-1") if winner else "1/2-1/2"
        claim_result(game.pk, organiser, result, source="desk", role="arbiter")
    lifecycle.close_event(event.pk, organiser)
    return event


def plain(text: str) -> str:
    """Without the marks around what reads from the left."""
    return re.sub("[\u2066-\u2069]", "", text)


class Reader:
    """Whoever clicks, in one language. Each kind of page that comes is checked once: by axe, and for its width."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.main = page.get_by_role("main")
        self.site = page.url.partition("/clubs/")[0]
        self.checked: set[str] = set()

    def go(self, path: str) -> None:
        self.page.goto(self.site + path)

    def link(self, name: str, inside: Locator | None = None) -> None:
        self.press((inside or self.main).get_by_role("link", name=name, exact=True).first)

    def button(self, name: str) -> None:
        self.press(self.main.get_by_role("button", name=name, exact=True))

    def up(self) -> None:
        """To what this page lies in."""
        self.press(self.page.locator(".trail a").last)

    def press(self, what: Locator) -> None:
        with self.page.expect_navigation():
            what.click()
        kind = re.sub(r"\d+", "0", self.page.url)
        if kind not in self.checked:
            self.checked.add(kind)
            assert axe_faults(self.page) == [], self.page.url
            assert overflow(self.page) == 0, self.page.url

    def rows(self, label: str, *columns: int) -> list[str]:
        """The first words of these cells of each line of the table called `label`; a sum that opens is no line."""
        region = self.page.get_by_role("region", name=label, exact=True)
        lines = region.locator("> table > tbody > tr:not(.rating-sum)").all()
        cells = [line.locator("xpath=./th|./td").all_inner_texts() for line in lines]
        return [" ".join(plain(row[column]).split()[0].rstrip("?") for column in columns) for row in cells]


@pytest.mark.parametrize(("language", "width"), [("en", DESK), ("fa", PHONE)], ids=["english", "persian-phone"])
def test_a_published_list_is_corrected(
    events: list[Event], organiser: Account, open_page: Open, monkeypatch: pytest.MonkeyPatch, language: str, width: int
) -> None:
    monkeypatch.setattr(jobs, "_looked_at", {})  # no worker has looked for lists that are due
    with translation.override(language):
        reader = Reader(open_page("/clubs/rotterdam/ratings", organiser, language=language, width=width))
        publish(reader)
        correct(reader, events[0])
        see_both_versions(reader)
        see_the_game(reader)
        see_the_player(reader)
        compare(reader)
        see_the_evidence(reader)


def beat_and_work() -> None:
    """What a worker does now and then, and what is due after that."""
    jobs.beat("a worker")
    jobs.run_due()


def publish(reader: Reader) -> None:
    """The worker that beats asks for the list of the month, and makes it."""
    beat_and_work()
    reader.link(gettext("Lists by month"))
    reader.link("1.1")
    assert reader.rows(gettext("Rating list"), 1, 2) == PUBLISHED


def correct(reader: Reader, event: Event) -> None:
    """Ben and Cleo met in round 1 of the first event: from its desk."""
    reader.go(f"/events/{event.pk}/desk")
    reader.link("1", reader.main.get_by_role("navigation", name=gettext("Rounds")))
    row = reader.page.locator("[data-row]").filter(has_text="Ben")
    row.get_by_text(gettext("more"), exact=True).click()
    reader.link(gettext("with a reason"), row)
    reader.page.locator("main [name=result]").select_option("1/2-1/2")
    reader.page.locator("main [name=reason]").fill(REASON)
    reader.button(gettext("Decide"))


def see_both_versions(reader: Reader) -> None:
    reader.go("/clubs/rotterdam/ratings")
    reader.link(gettext("Lists by month"))
    reader.button(gettext("Publish corrections now"))
    beat_and_work()
    reader.page.reload()
    reader.link("1.1")
    assert reader.rows(gettext("Rating list"), 1, 2) == PUBLISHED, "what was published stays"
    reader.link(gettext("List %(number)s.%(version)s") % {"number": 1, "version": 2})
    assert reader.rows(gettext("Rating list"), 1, 2) == CORRECTED
    reader.link(gettext("Changes from the version before"))
    assert reader.rows(gettext("Players whose ratings differ"), 0, 1, 2, 3) == MOVED
    why = plain(reader.main.get_by_role("listitem").inner_text())
    assert re.fullmatch(rf"Ben – Cleo.*1-0 → ½-½ {re.escape(REASON)}\s*", why)


def see_the_game(reader: Reader) -> None:
    """What was expected of Ben; and what the list would say without the correction: what it said then."""
    reader.link("Ben – Cleo")
    told = plain(reader.main.locator("dd").filter(has_text="0.50").inner_text())
    assert re.findall(r"Ben|Cleo|\d+\.\d+|½|\d{4}", told) == ["Ben", "0.50", "½", "Ben", "1500", "Cleo", "1500"]
    reader.link(gettext("What would another result do?"))
    reader.press(reader.main.locator("a[href='?result=1-0']"))
    assert reader.rows(gettext("Ratings"), 0, 1, 2, 3) == EFFECT * 2, "in the club's list, and the server's"


def see_the_player(reader: Reader) -> None:
    reader.go("/clubs/rotterdam/ratings")
    reader.press(reader.main.get_by_role("row", name="Ben").locator("a[href$='#newest']"))
    expect(reader.page.locator("svg.chart")).to_be_visible()
    before_change_after_published = reader.rows(gettext("Events"), 4, 5, 6, 7)
    assert before_change_after_published == ["1500 −40 1460 1476", "1500 0 1500 1520"]


def compare(reader: Reader) -> None:
    """Two draws, and 40 points between them."""
    reader.link(gettext("Compare with others"))
    reader.main.get_by_role("searchbox").fill("cleo")
    reader.link(f"{gettext('Add')} Cleo")
    assert sorted(reader.page.locator("svg.chart .c-letter").all_text_contents()) == ["A", "B"]
    cards = reader.page.locator(".compared > .card")
    assert cards.locator(".big-number").all_inner_texts() == ["1460", "1500"]
    assert [best.split()[0] for best in cards.locator("dl > dd:first-of-type").all_inner_texts()] == ["1500", "1500"]
    assert reader.rows(gettext("Against each other"), 1, 2, 3) == ["2 1 0.44"]


def see_the_evidence(reader: Reader) -> None:
    for pool in Pool.objects.all():
        judged(pool)
    reader.up()
    reader.main.locator("details.why > summary").last.click()
    reader.link(gettext("How well ratings predict"))
    assert "12 0.7027" in reader.rows(gettext("Rating systems"), 1, 2)
    expect(reader.page.locator("figure svg")).to_have_count(4)
