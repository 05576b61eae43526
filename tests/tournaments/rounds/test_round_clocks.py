"""The clock of a round: what each act does to the time left, what it refuses, and where it is shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Account, Club
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.factories import AccountFactory
from testing.tournaments.factories import fresh, running
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.queries.clocks import ClockState, clock_of
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Event, Round
from tournaments.rounds.services import round_clocks as clocks
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]
At = Callable[[float], None]
NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, rounds=1)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Make it so many minutes after noon."""
    return lambda minutes: monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(minutes=minutes))


def clock(event: Event) -> ClockState:
    found = clock_of(fresh(event))
    assert found is not None
    return found


def after_noon(event: Event) -> float | None:
    """When the clock ends, in minutes after noon; None while it is paused."""
    ends_at = clock(event).ends_at
    return None if ends_at is None else (ends_at - NOON).total_seconds() / 60


def test_a_pause_costs_no_time_and_extra_time_is_added(event: Event, organiser: Account, at: At) -> None:
    at(0)
    clocks.start_clock(event.pk, organiser, 1, minutes=60)
    assert after_noon(event) == 60
    at(20)
    clocks.pause_clock(event.pk, organiser, 1)
    assert after_noon(event) is None and clock(event).left_words == "40:00"
    at(35)
    clocks.resume_clock(event.pk, organiser, 1)
    assert after_noon(event) == 75
    at(40)
    clocks.add_time(event.pk, organiser, 1, minutes=10)
    assert after_noon(event) == 85
    at(41)
    clocks.add_time(event.pk, organiser, 1, minutes=-5)
    assert after_noon(event) == 80
    clocks.remove_clock(event.pk, organiser, 1)
    assert clock_of(fresh(event)) is None


def test_time_that_is_added_after_the_bell_counts_from_then(event: Event, organiser: Account, at: At) -> None:
    at(0)
    clocks.start_clock(event.pk, organiser, 1, minutes=60)
    at(63)
    with pytest.raises(EventRefused, match="Time is up"):
        clocks.pause_clock(event.pk, organiser, 1)
    clocks.add_time(event.pk, organiser, 1, minutes=5)
    assert after_noon(event) == 68


def test_what_makes_no_sense_is_refused(event: Event, organiser: Account, at: At) -> None:
    for act in (clocks.pause_clock, clocks.resume_clock, clocks.remove_clock):
        with pytest.raises(EventRefused, match="Round 1 has no clock"):
            act(event.pk, organiser, 1)
    for minutes in (0, 24 * 60 + 1):
        with pytest.raises(EventRefused, match="1 to 1440 minutes"):
            clocks.start_clock(event.pk, organiser, 1, minutes=minutes)
    at(0)
    clocks.start_clock(event.pk, organiser, 1, minutes=60)
    with pytest.raises(EventRefused, match="has a clock already"):
        clocks.start_clock(event.pk, organiser, 1, minutes=30)
    with pytest.raises(EventRefused, match="running already"):
        clocks.resume_clock(event.pk, organiser, 1)
    at(50)
    with pytest.raises(EventRefused, match="less time left"):
        clocks.add_time(event.pk, organiser, 1, minutes=-10)
    at(50)
    clocks.pause_clock(event.pk, organiser, 1)
    with pytest.raises(EventRefused, match="paused already"):
        clocks.pause_clock(event.pk, organiser, 1)
    assert clock(event).left == 600, "a second arbiter who starts it as well changes nothing"


def test_only_arbiters_set_it_and_only_of_the_last_round(event: Event, organiser: Account) -> None:
    with pytest.raises(NotAllowed):
        clocks.start_clock(event.pk, AccountFactory(), 1, minutes=60)
    clocks.start_clock(event.pk, organiser, 1, minutes=60)
    rounds.start_round(event.pk, organiser, despite_open=True)
    assert clock_of(fresh(event)) is None, "a new round has no clock until it is started"
    with pytest.raises(EventRefused, match="Only the last round"):
        clocks.pause_clock(event.pk, organiser, 1)
    with pytest.raises(Round.DoesNotExist):
        clocks.start_clock(event.pk, organiser, 9, minutes=60)


def test_the_journal_has_a_line_for_each(event: Event, organiser: Account) -> None:
    clocks.start_clock(event.pk, organiser, 1, minutes=60)
    clocks.add_time(event.pk, organiser, 1, minutes=5)
    clocks.pause_clock(event.pk, organiser, 1)
    clocks.resume_clock(event.pk, organiser, 1)
    clocks.remove_clock(event.pk, organiser, 1)
    said = [str(line.text) for line in journal_entries(load(fresh(event)), 5)]
    assert [text.replace("\u2066", "").replace("\u2069", "") for text in said] == [
        "Clock of round 1 removed",
        "Clock of round 1 resumed",
        "Clock of round 1 paused",
        "Clock of round 1 changed by +5 min",
        "Clock of round 1 started (60 min)",
    ]


def test_the_api_starts_reads_and_removes_it(event: Event, organiser: Account) -> None:
    api, address = Caller(organiser), f"/events/{event.pk}/rounds/1/clock"
    assert api.get(address).status_code == 404
    made = api.done(address, {"minutes": 90})
    assert (made["round"], made["seconds"], made["left"]) == (1, 5400, 5400)
    paused = api.done(f"{address}/pause")
    assert paused["ends_at"] is None and paused["running_since"] is None and 5398 <= paused["left"] <= 5400
    assert api.read(address) == paused
    assert api.done(f"{address}/time", {"minutes": 30})["seconds"] == 7200
    assert api.post(address, {"minutes": 0}).status_code == 400
    assert api.delete(address).status_code == 204
    assert clock_of(fresh(event)) is None


def test_the_desk_the_event_and_the_hall_show_the_same_end(
    event: Event, organiser: Account, client: Client, at: At
) -> None:
    client.force_login(organiser)
    at(0)
    clocks.start_clock(event.pk, organiser, 1, minutes=60)
    pages = [client.get(f"/events/{event.pk}{path}").content.decode() for path in ("/desk", "", "/screen")]
    assert ['data-until="2026-03-07T13:00:00+00:00"' in page for page in pages] == [True] * 3
    clocks.pause_clock(event.pk, organiser, 1)
    pages = [client.get(f"/events/{event.pk}{path}").content.decode() for path in ("/desk", "", "/screen")]
    assert ['data-left="3600"' in page and "60:00" not in page and "1:00:00" in page for page in pages] == [True] * 3
