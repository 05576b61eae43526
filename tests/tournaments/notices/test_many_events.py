"""Calendars and news of a club's and of all public events."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.test import Client
from icalendar import Calendar

from players.models import Account, Club
from testing.factories import ClubFactory, organiser_of
from testing.tournaments.factories import draft, running
from tournaments.events.services import events
from tournaments.models import Event

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def others(club: Club, organiser: Account) -> Club:
    """Another club with an event; `club` has a public one, a draft and an example."""
    running(club, organiser, name="Cup & Plate")
    draft(club, organiser, name="Secret")
    other = ClubFactory(name="Far Away", slug="far")
    running(other, organiser_of(other), ("Uma", "Ugo"), name="Far Open")
    Event.objects.filter(pk=running(other, organiser_of(other), ("Uwe", "Una"), name="Example").pk).update(example=True)
    return other


def days(client: Client, address: str) -> list[tuple[str, str]]:
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    found = Calendar.from_ical(answer.content.decode()).walk("VEVENT")
    return sorted((str(day["SUMMARY"]), day["DTSTART"].dt.isoformat()) for day in found)


def titles(client: Client) -> list[str]:
    feed = ElementTree.fromstring(client.get("/events.atom").content)
    return [entry.findtext(f"{ATOM}title", "") for entry in feed.iter(f"{ATOM}entry")]


def test_the_calendar_of_a_club_has_its_public_events(client: Client, club: Club, others: Club) -> None:
    assert days(client, f"/clubs/{club.slug}/events.ics") == [("Cup & Plate", "2026-03-07")]
    assert f"/clubs/{club.slug}/events.ics" in client.get(f"/clubs/{club.slug}/news").content.decode()
    assert client.get("/clubs/nowhere/events.ics").status_code == 404


def test_the_calendar_of_the_server_has_those_of_all_clubs_without_examples(client: Client, others: Club) -> None:
    assert days(client, "/events.ics") == [("Cup & Plate", "2026-03-07"), ("Far Open", "2026-03-07")]
    page = client.get("/events").content.decode()
    assert "/events.ics" in page and "/events.atom" in page


def test_the_feed_of_the_server_tells_what_clubs_announce_and_forgets_what_was_taken_back(
    client: Client, club: Club, organiser: Account, others: Club
) -> None:
    assert titles(client) == ["Far Open: Event announced", "Cup & Plate: Event announced"]
    event = draft(club, organiser, name="Late Cup")
    events.announce(event.pk, organiser)
    assert titles(client)[0] == "Late Cup: Event announced"
    events.retract(event.pk, organiser)
    assert "Late Cup: Event announced" not in titles(client)
