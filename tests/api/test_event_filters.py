"""Lists of events are narrowed by club, state, rules, format, words and days, and ordered."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from players.models import Account, Club
from tests.api.conftest import Caller, error
from tests.tournaments.factories import draft, running
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def events(club: Club, organiser: Account) -> None:
    """Three events: in January, from March to April, and in May."""
    swiss: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 3, "tie_breaks": ("BH",)}
    january, spring = running(club, organiser, ("Ada", "Ben"), rules="gipf-basic"), running(club, organiser, **swiss)
    for event, name, place, first, last in (
        (january, "Winter Open", "Delft", date(2026, 1, 3), date(2026, 1, 4)),
        (spring, "League", "Leiden", date(2026, 3, 1), date(2026, 4, 30)),
        (draft(club, organiser), "May Open", "Leiden", date(2026, 5, 1), date(2026, 5, 1)),
    ):
        Event.objects.filter(pk=event.pk).update(name=name, place=place, starts_on=first, ends_on=last)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["May Open", "League", "Winter Open"]),
        ("?ordering=name", ["League", "May Open", "Winter Open"]),
        ("?ordering=starts_on&state=running", ["Winter Open", "League"]),
        ("?from=2026-04-30", ["May Open", "League"]),
        ("?to=2026-03-01", ["League", "Winter Open"]),
        ("?from=2026-01-05&to=2026-02-28", []),
        ("?from=2026-04-01&to=2026-04-01", ["League"]),
        ("?format=swiss-dutch", ["League"]),
        ("?rules=gipf-basic&format=round-robin&state=running", ["Winter Open"]),
        ("?q=open%20LEIDEN", ["May Open"]),
        ("?club=another", []),
    ],
)
def test_events_are_narrowed_and_ordered(query: str, found: list[str], events: None, organiser: Account) -> None:
    rows = Caller(organiser).read(f"/events{query}")["results"]
    assert [row["name"] for row in rows] == found


@pytest.mark.parametrize(
    "query", ["rules=chess", "format=json", "from=yesterday", "to=2026-02-30", "ordering=pk", "q="]
)
def test_a_filter_that_says_nothing_sensible_is_refused(query: str, events: None) -> None:
    answer = Caller().get(f"/events?{query}")
    assert (answer.status_code, list(error(answer)["fields"])) == (400, [query.partition("=")[0]])
