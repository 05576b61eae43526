"""The feed of an event's news, and its calendar: what is public, and no more."""

from __future__ import annotations

import datetime
from xml.etree import ElementTree

import pytest
from django.test import Client

from players.models import Account, Club
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import DAY, draft, last_point, running, swiss_after_round_1
from tournaments.events.services import undo
from tournaments.rounds.services import round_drafts, rounds
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.django_db, pytest.mark.core]
ATOM = "{http://www.w3.org/2005/Atom}"


def titles(client: Client, event_id: int) -> list[str]:
    feed = ElementTree.fromstring(client.get(f"/events/{event_id}/feed.atom").content)
    return [entry.findtext(f"{ATOM}title", "") for entry in feed.iter(f"{ATOM}entry")]


def test_the_feed_tells_of_rounds_and_steps_without_what_was_undone(
    club: Club, organiser: Account, client: Client
) -> None:
    event = swiss_after_round_1(club, organiser)
    rounds.start_round(event.pk, organiser)
    assert titles(client, event.pk)[:2] == ["Round 2 started", "Round 1 started"]
    confirmed(undo.undo, event.pk, organiser, last_point(event), reason="a slip")
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    told = titles(client, event.pk)
    assert told[0] == "Round 1 started" and told[-1] == "Event announced" and len(told) == 3


def test_the_feed_has_addresses_and_is_answered_by_304(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, rounds=1)
    answer = client.get(f"/events/{event.pk}/feed.atom")
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    text = answer.content.decode()
    assert f'href="http://testserver/events/{event.pk}/pairings/1"' in text
    again = client.get(f"/events/{event.pk}/feed.atom", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_calendar_has_the_event_its_rounds_and_their_deadlines(
    club: Club, organiser: Account, client: Client
) -> None:
    event = running(club, organiser)
    rounds.start_round(event.pk, organiser, played_on=DAY)
    rounds.start_round(event.pk, organiser, despite_open=True, deadline=DAY + datetime.timedelta(days=3))
    answer = client.get(f"/events/{event.pk}/calendar.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    days = [line for line in lines if line.startswith(("UID", "DTSTART", "DTEND", "SUMMARY"))]
    assert days == [
        f"UID:event-{event.pk}@testserver",
        "DTSTART;VALUE=DATE:20260307",
        "DTEND;VALUE=DATE:20260308",
        "SUMMARY:Spring Open",
        f"UID:event-{event.pk}-round-1@testserver",
        "DTSTART;VALUE=DATE:20260307",
        "DTEND;VALUE=DATE:20260308",
        "SUMMARY:Spring Open · Round 1",
        f"UID:event-{event.pk}-round-2@testserver",
        "DTSTART;VALUE=DATE:20260310",
        "DTEND;VALUE=DATE:20260311",
        "SUMMARY:Spring Open · Round 2: deadline",
    ]


@pytest.mark.parametrize("file", ["feed.atom", "calendar.ics"])
def test_a_draft_event_is_its_organisers(club: Club, organiser: Account, client: Client, file: str) -> None:
    event = draft(club, organiser)
    assert client.get(f"/events/{event.pk}/{file}").status_code in (302, 403)
    client.force_login(organiser)
    assert client.get(f"/events/{event.pk}/{file}").status_code == 200
    assert client.get(f"/events/{event.pk + 99}/{file}").status_code == 404
