"""What waits until a page is painted, and what keeps its place before: nothing moves when the rest comes."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.browser import PHONE, Open
from testing.tournaments.factories import running
from tournaments.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

STARTED = """async name => {
  const started = () => performance.getEntriesByType("resource").find(each => each.name.includes(name));
  while (!started()) await new Promise(then => setTimeout(then, 20));
  return started().startTime - performance.getEntriesByType("navigation")[0].domInteractive;
}"""
"""How many milliseconds after the page was read as a whole a script was asked for; those in its head are before."""
WIDTH = """([word, family]) => {
  const place = document.createElement("span");
  place.style.cssText = `font: 20px ${family}; position: absolute`;
  place.textContent = word;
  document.body.append(place);
  return place.getBoundingClientRect().width;
}"""

MOVED = """() => new Promise(then => {
  const sum = list => list.getEntries().reduce((all, each) => all + each.value, 0);
  new PerformanceObserver(list => then(sum(list))).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => then(0), 500);
})"""
"""How much has moved since the page came, as browsers count it."""


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, ("Ada", "Ben", "高橋 結衣", "山本 大輔"), rounds=1)


def test_scripts_that_follow_an_event_are_asked_for_once_it_is_painted(event: Event, open_page: Open) -> None:
    page = open_page(f"/events/{event.pk}")
    for name in ("js/live.", "js/motion.", "js/round-clock."):
        assert page.evaluate(STARTED, name) > 0, name


def test_a_japanese_letter_that_the_system_lacks_is_as_wide_as_the_one_that_comes(open_page: Open) -> None:
    page = open_page("/", language="ja", width=PHONE)
    page.evaluate("document.fonts.load('20px \"Japanese Place\"', '対')")
    assert page.evaluate(WIDTH, ["対戦レーティング", '"Japanese Place"']) == 8 * 20
    families = page.evaluate("getComputedStyle(document.body).fontFamily")
    assert families.startswith('"Japanese Place"'), "what comes first draws what all others lack"


@pytest.mark.parametrize("width", [PHONE, 1280])
def test_nothing_moves_when_japanese_letters_come(event: Event, open_page: Open, width: int) -> None:
    page = open_page(f"/events/{event.pk}", language="ja", width=width)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate(MOVED) < 0.001
