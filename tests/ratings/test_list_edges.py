"""Lists at their edges: games of the day itself, another system meanwhile, games that change while they are rated."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club, Person
from ratings.ledger.services.ledgers import recompute
from ratings.lists import services as lists
from ratings.lists.services import publish_lists
from ratings.models import Pool, RatingList
from ratings.pools.services.pools import pool_for
from testing.ratings.factories import AFTER_FIRST, FIRST, SECOND, closed_event
from tests.ratings.lists.test_dated_lists import Clock, clock, pool, values, versions

__all__ = ["clock", "pool"]  # fixtures
pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_a_game_of_the_day_itself_is_on_the_next_list(club: Club, people: list[Person], clock: Clock) -> None:
    """The second event was over on 1 May: the list of that day is from before it."""
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=61)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    clock.go_to(2026, 5, 2)
    publish_lists(pool.pk)
    last = RatingList.objects.filter(pool=pool).latest("dated")
    assert (str(last.dated), last.games, values(last, people)) == ("2026-05-01", 6, AFTER_FIRST)


def test_a_former_system_publishes_no_new_list(pool: Pool, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one becomes the club's rating after the ratings were read and before the list is stored."""
    read = lists.standings_before

    def read_and_step_down(*arguments: Any) -> Any:
        rows = read(*arguments)
        Pool.objects.filter(pk=pool.pk).update(is_main=False, publishes="")
        return rows

    monkeypatch.setattr(lists, "standings_before", read_and_step_down)
    assert publish_lists(pool.pk) == []
    assert not RatingList.objects.exists()


def test_a_game_that_is_corrected_while_its_list_is_rated_is_on_it(
    pool: Pool, people: list[Person], organiser: Account, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B has beaten C after all, as is decided after the ratings were read and before the list is stored."""
    drawn = Game.objects.get(white=people[1], black=people[2], result="1/2-1/2")
    clock.go_to(2026, 5, 2)
    read = lists.standings_before
    corrected: list[str] = []

    def read_and_correct(*arguments: Any) -> Any:
        rows = read(*arguments)
        if not corrected:
            corrected.append("1-0")
            claim_result(drawn.pk, organiser, "1-0", source="desk", reason="The sheet was misread.")
        return rows

    monkeypatch.setattr(lists, "standings_before", read_and_correct)
    (made,) = publish_lists(pool.pk)
    assert values(made, people) == [1567, 1496, 1464, 1473]
    assert publish_lists(pool.pk) == []
    assert versions(pool) == [("2026-05-01", 1, 1)]
