"""Entries say which published list their ratings are from, and keep it when the list is corrected."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from players.models import Account, Club, Person
from ratings.ledger.services.ledgers import recompute
from ratings.lists.services import publish_lists
from ratings.models import Pool, RatingList
from ratings.pools.services.pools import pool_for
from testing.api.caller import Caller
from testing.factories import PersonFactory
from testing.ratings.factories import FIRST, SECOND, closed_event, four
from testing.tournaments.factories import entry, fresh, plan
from tournaments.entries.services import entries, numbering
from tournaments.events.services import events, lifecycle
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.core]

STARTS = date(2026, 4, 20)


@pytest.fixture
def people(club: Club, monkeypatch: pytest.MonkeyPatch) -> list[Person]:
    """On 20 April the list of 1 April says 1560, 1520, 1480, 1440; an event of 8 April is in no list yet."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 4, 20, 12, tzinfo=UTC))
    people = four(club)
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=38)
    recompute(pool_for("gipf-basic", club).pk)
    return people


def event_of(club: Club, organiser: Account, people: list[Person]) -> Event:
    event = events.create_event(club.pk, organiser, plan=plan(rules="gipf-basic", starts_on=STARTS, ends_on=STARTS))
    for person in people:
        entries.enter_person(event.pk, organiser, person_id=person.pk)
    return event


def used(event: Event) -> list[tuple[int | None, str | None]]:
    """Rating and list of each player, by name."""
    rows = event.entries.order_by("members__person__name").select_related("rating_list")
    lists = [(row.rating, row.rating_list) for row in rows]
    return [(rating, f"{listed.number}.{listed.version}" if listed else None) for rating, listed in lists]


def test_an_event_freezes_the_list_in_force_and_a_correction_beside_it(
    club: Club, organiser: Account, people: list[Person], client: Client
) -> None:
    pool = Pool.objects.get(club=club)
    publish_lists(pool.pk)
    newcomer = PersonFactory(member_of=club, name="Player E")
    event = event_of(club, organiser, [*people, newcomer])
    path = f"/events/{event.pk}/entries"
    cited = {"pool": pool.pk, "number": 1, "version": 1, "dated": "2026-04-01"}
    before = Caller(organiser).read(path)["results"]
    assert [(row["rating"], row["rating_list"]) for row in before[:2]] == [(1560, cited), (1520, cited)]
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    frozen = [(1560, "1.1"), (1520, "1.1"), (1480, "1.1"), (1440, "1.1"), (None, None)]
    assert used(event) == frozen

    # C beat D; now D beat C: 1520 and 1440 change places with what the corrected list says
    Game.objects.filter(white=people[2], black=people[3], rated_on=date(2026, 3, 1)).update(result="0-1")
    recompute(pool.pk)
    assert [listed.version for listed in publish_lists(pool.pk)] == [2]
    assert used(event) == frozen
    client.force_login(organiser)
    page = client.get(f"/events/{event.pk}/players").content.decode()
    assert f'<a href="/ratings/{pool.pk}/lists/1/1">1560</a>' in page
    assert "4 ratings from list 1.1 of" in page
    assert client.get(f"/ratings/{pool.pk}/lists/1/1").status_code == 200
    said = {row["player"]["name"]: row for row in Caller(organiser).read(path)["results"]}
    assert said["Player A"]["rating_list"] == cited
    assert said["Player E"]["rating_list"] is None

    rows = Caller(organiser).read(f"/events/{event.pk}/numbers")["results"]
    assert {row["player"]["name"] for row in rows if row["differs"]} == {"Player C", "Player D"}
    numbering.take_listed_ratings(event.pk, organiser, [entry(event, "Player C").pk])
    assert used(event)[2] == (1440, "1.2")
    numbering.set_rating(event.pk, organiser, entry(event, "Player D").pk, 1700, reason="National rating.")
    assert used(event)[3] == (1700, None)


def test_who_comes_late_gets_the_list_of_the_start_and_taking_the_start_back_frees_it(
    club: Club, organiser: Account, people: list[Person]
) -> None:
    publish_lists(Pool.objects.get(club=club).pk)
    event = event_of(club, organiser, people[:2])
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    entries.enter_person(event.pk, organiser, person_id=people[2].pk)
    assert used(event) == [(1560, "1.1"), (1520, "1.1"), (1480, "1.1")]
    lifecycle.unstart_event(event.pk, organiser)
    assert used(fresh(event)) == [(None, None)] * 3


def test_without_published_lists_ratings_are_those_of_the_day(
    club: Club, organiser: Account, people: list[Person]
) -> None:
    pool = Pool.objects.get(club=club)
    publish_lists(pool.pk)
    Pool.objects.filter(pk=pool.pk).update(publishes="")
    event = event_of(club, organiser, people)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    assert used(event) == [(1567, None), (1476, None), (1484, None), (1473, None)]
    assert RatingList.objects.filter(pool=pool).count() == 1
