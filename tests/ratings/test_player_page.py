"""What a player's page of a list adds up: records, best rating, event cards, and the past as it is known today."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.test import Client

from players.models import Club, Person
from ratings.ledger.services.ledgers import recompute
from ratings.lists.queries.explanations import explanations
from ratings.lists.queries.hindsight import hindsight
from ratings.lists.queries.records import Tally, player_records
from ratings.models import Pool
from ratings.pools.services.pools import choose_system, pool_for
from testing.factories import PersonFactory, administrator
from testing.ratings.factories import DAY, FIRST, SECOND, closed_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool(club: Club, people: list[Person]) -> Pool:
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=7)
    pool = pool_for("gipf-basic")
    recompute(pool.pk)
    return pool


def rounded(tally: Tally | None) -> tuple[int, int, int, float] | None:
    return tally and (tally.won, tally.drawn, tally.lost, round(tally.expected, 2))


def test_games_are_added_up_by_colour_strength_and_opponent(pool: Pool, people: list[Person]) -> None:
    """B with White: beats C and D (.50 each), draws with C (.56), loses to D (.61); with Black: to A (.50, .44)."""
    a, b, c, d = (person.pk for person in people)
    found = player_records(explanations(pool, b).values())
    assert (rounded(found.white), rounded(found.black)) == ((2, 1, 1, 2.17), (0, 0, 2, 0.94))
    (band,) = found.bands
    assert (band.lower, band.upper, rounded(band.tally), band.tally.score) == (1400, 1599, (2, 1, 3, 3.11), 25)
    assert [(each.id, rounded(each.tally)) for each in found.opponents] == [
        (a, (0, 0, 2, 0.94)),
        (c, (1, 1, 0, 1.06)),
        (d, (1, 0, 1, 1.11)),
    ]


def test_games_under_a_merged_record_count_for_the_person(pool: Pool, club: Club, people: list[Person]) -> None:
    twin = PersonFactory(merged_into=people[1])
    closed_event(club, [people[0], twin], "B-A 1-0", days=14)
    recompute(pool.pk)
    found = player_records(explanations(pool, people[1].pk).values())
    assert found.white is not None and found.white.won == 3
    assert [each.tally.games for each in found.opponents if each.id == people[0].pk] == [3]


def test_the_page_shows_best_day_expected_performance_and_records(
    client: Client, pool: Pool, people: list[Person]
) -> None:
    shown = client.get(f"/ratings/{pool.pk}/people/{people[1].pk}").content.decode()
    assert 'best 1520, <time datetime="2026-03-01">' in shown
    assert 'data-label="Expected">1.61</td>' in shown and 'data-label="Performance">1220</td>' in shown
    assert '<th scope="row">With White</th>' in shown and '<bdi class="num">1400–1599</bdi>' in shown
    assert f'href="/people/{people[1].pk}/against/{people[0].pk}"' in shown
    assert "As known today" not in shown  # Elo does not look back


def test_whr_tells_the_past_as_it_is_known_today(client: Client, club: Club, people: list[Person]) -> None:
    """One win between newcomers: 1592 ± 214 (test_whr), so 1591.7 ± 419.7. Then B wins often: A had beaten somebody."""
    choose_system("gipf-basic", None, administrator(), "whr")
    pool = pool_for("gipf-basic")
    closed_event(club, people, "A-B 1-0")
    recompute(pool.pk)
    (first,) = hindsight(Pool.objects.get(pk=pool.pk), people[0].pk)
    assert (first.day, first.rating, first.spread, first.low, first.high) == (DAY, 1592, 214, 1172, 2011)
    closed_event(club, people, "B-C 1-0, D-B 0-1", days=7)
    recompute(pool.pk)
    (later,) = hindsight(Pool.objects.get(pk=pool.pk), people[0].pk)
    assert later.day == DAY and later.rating > first.rating
    shown = client.get(f"/ratings/{pool.pk}/people/{people[0].pk}").content.decode()
    assert "As known today" in shown and f'<td class="num">{later.rating}</td>' in shown
    assert 'class="big-number">1592' in shown  # the list stays as it was after A's last event


def test_a_list_that_is_too_long_is_not_fitted_while_somebody_waits(
    club: Club, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("ratings.lists.queries.hindsight"), "MOST_GAMES", 1)
    choose_system("gipf-basic", None, administrator(), "whr")
    closed_event(club, people, "A-B 1-0, C-D 1-0")
    recompute(pool_for("gipf-basic").pk)
    assert hindsight(pool_for("gipf-basic"), people[0].pk) == []
