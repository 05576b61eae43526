"""Standings of teams that an organiser hides: no public address tells them until they are released.

Two ways to count the same matches make two different tables. With hidden standings every address answers a visitor the
same for both, but for those that print how matches or boards are counted.
"""

from __future__ import annotations

from collections.abc import Container
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import caches
from django.utils import timezone

from players.models import Account, Club
from testing.tournaments.factories import category_with_prizes, entry, fresh
from testing.tournaments.teams import team
from tests.tournaments.done_twice import undone
from tests.tournaments.standings.test_hidden_standings import OF_COUNTING, OTHER, answers_at
from tests.tournaments.teams.test_hidden_tables_of_teams import after_two_rounds
from tournaments.models import Event
from tournaments.standings.services import hide_standings

pytestmark = [pytest.mark.django_db, pytest.mark.core]

MATCHES_OTHERWISE = {"match_win": 9, "match_draw": 5, "match_loss": 3}
OF_TEAMS = {
    "/events/E", "/events/E/teams/T", "/events/E/screen", "/events/E/print/standings", "/embed/events/E/standings",
    "/api/v1/events/E/team-standings",
}  # fmt: skip
"""Some of those that tell a table of teams where it is shown."""
OF_SINGLE_MATCHES = {
    "/events/E/teams/T",
    *(f"/events/E/pairings/{number}" for number in (1, 2)),
    *(f"/api/v1/events/E/rounds/{number}/matches" for number in (1, 2)),
}
"""The scores of a match are shown, as results of boards are; totals of teams and players are not."""


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays the same time, which some pages print."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 3, 7, 12, tzinfo=UTC))


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """After two of three rounds, with prizes for a category."""
    event = after_two_rounds(club, organiser)
    category_with_prizes(event, organiser, [entry(event, "Ada").pk])
    return fresh(event)


def answers(event: Event, only: Container[str] | None) -> dict[str, tuple[int, bytes]]:
    """What every address tells a visitor, with E, T, P for the ids of the event, the Ants and Ada."""
    ada = entry(event, "Ada").members.get().person_id
    ants = team(event, "Ants").pk
    names = {f"/events/{event.pk}/teams/{ants}": "/events/E/teams/T", f"/events/{event.pk}": "/events/E"}
    names |= {f"/people/{ada}": "/people/P"}
    known: dict[str, Any] = {"event_id": event.pk, "number": 1, "slug": event.club.slug, "person_id": ada}
    known |= {"one": 1, "two": 2, "team_id": ants}
    return answers_at(known, names, only)


def differing(event: Event, only: Container[str] | None = None, **otherwise: Any) -> set[str]:
    """The addresses that answer differently where matches or boards are counted `otherwise`."""
    told = []
    for changes in ({}, otherwise):
        with undone():
            Event.objects.filter(pk=event.pk).update(**changes or {"name": event.name})
            caches["default"].clear()
            told.append(answers(event, only))
    caches["default"].clear()
    one, other = told
    assert len(one) > 100 or only is not None
    return {address for address in one if one[address] != other[address]} - OF_COUNTING


@pytest.mark.slow
def test_no_public_address_tells_hidden_standings_of_teams(event: Event, organiser: Account) -> None:
    matches = {"format_options": {**event.format_options, **MATCHES_OTHERWISE}}
    assert differing(event, OF_TEAMS, **matches) == OF_TEAMS
    hide_standings(event.pk, organiser, hides=True)
    assert differing(fresh(event), **matches) == {"/events/E/teams/T"}
    assert sorted(differing(fresh(event), scoring=OTHER) - OF_SINGLE_MATCHES) == []
