"""Who leads, as the head of every page of an event says it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from players.models import Account, Club
from testing.tournaments.factories import decide, draft, fresh, running, swiss_after_round_1
from tournaments.core.loader import load
from tournaments.core.queries.events import event_head
from tournaments.core.questions import Lead, lead_of
from tournaments.models import Event
from tournaments.standings.queries import lead as lead_queries
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db
TABS = ("/pairings/1", "/players", "/games", "/crosstable", "/info")


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, ("Ada", "Ben"), rounds=1, format="swiss-dutch", rounds_planned=1)


def version_of(event: Event) -> int:
    return event_head(event, None).version


def test_nobody_leads_before_there_are_points_and_then_the_first_does(event: Event, organiser: Account) -> None:
    assert lead_of(event, version_of(event)) == Lead(1, 1, is_final=False)
    decide(event, organiser, {("Ada", "Ben"): "0-1"})
    ben = next(entry for entry in load(fresh(event)).entries if entry.name == "Ben")
    assert lead_of(event, version_of(event)) == Lead(1, 1, True, ben.person, "Ben", 10)


def test_every_tab_names_the_round_and_the_winner(event: Event, organiser: Account) -> None:
    decide(event, organiser, {("Ada", "Ben"): "0-1"})
    for tab in TABS:
        page = Client().get(f"/events/{event.pk}{tab}").content.decode()
        head = page.partition('class="tabs-row"')[0]
        assert "Round 1 of 1" in head and "Winner" in head and "<bdi>Ben</bdi>" in head, tab
    head = Client().get(f"/events/{event.pk}").content.decode().partition('class="tabs-row"')[0]
    assert 'class="lead-now narrow-only"' in head and "Winner" in head, "beside the table its side tells more"


def test_who_share_the_first_place_with_equal_tie_breaks_are_all_leaders(club: Club, organiser: Account) -> None:
    event = swiss_after_round_1(club, organiser)
    lead = lead_of(event, version_of(event))
    assert lead is not None and [name for _person, name in lead.named] == ["Ada", "Ben"] and lead.unnamed == 0
    for tab in ("", "/crosstable"):
        page = " ".join(re.sub(r"<[^>]+>", " ", Client().get(f"/events/{event.pk}{tab}").content.decode()).split())
        assert "Leaders Ada and Ben 1 " in page, tab


def test_of_many_who_share_the_first_place_two_are_named() -> None:
    lead = Lead(1, 3, False, 1, "Ada", 10, ((2, "Ben"), (3, "Cleo"), (4, "Dan")))
    assert (lead.named, lead.unnamed) == ([(1, "Ada"), (2, "Ben")], 2)


def test_a_large_event_tells_its_lead_once_its_standings_are_known(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    monkeypatch.setattr(lead_queries, "MOST_ENTRIES", 1)
    assert lead_of(event, version_of(event)) is None
    standings(event)
    lead = lead_of(event, version_of(event))
    assert lead is not None and lead.name == "Ada"


def test_a_draft_has_no_lead(club: Club, organiser: Account) -> None:
    planned = draft(club, organiser)
    assert lead_of(planned, version_of(planned)) is None
