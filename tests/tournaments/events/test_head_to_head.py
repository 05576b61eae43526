"""Two players' games with each other, over all events and under whichever record they were played."""

from __future__ import annotations

import pytest
from django.test import Client

from players.models import Account, Club, Person
from players.people.services.merging import merge_persons
from testing.factories import PersonFactory
from testing.tournaments.factories import decide, running
from tournaments.events.queries.people import head_to_head, player_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club, organiser: Account) -> tuple[Person, Person]:
    """Ada has won one game against Ben as White and lost two, one by forfeit, and beaten Cleo."""
    first = running(club, organiser, ("Ada", "Ben"), rounds=2, format="double-round-robin")
    decide(first, organiser, {("Ada", "Ben"): "1-0", ("Ben", "Ada"): "1-0"})
    ada, ben = Person.objects.get(name="Ada"), Person.objects.get(name="Ben")
    second = running(club, organiser, ("Adi", "Ben the Second", "Cleo"), rounds=3)
    decide(second, organiser, {("Ben the Second", "Cleo"): "1-0", ("Adi", "Ben the Second"): "-+"})
    for kept, gone in ((ada, "Adi"), (ben, "Ben the Second")):
        merge_persons(actor=organiser, kept_id=kept.pk, gone_id=Person.objects.get(name=gone).pk)
    return ada, ben


def test_games_are_counted_from_both_sides(people: tuple[Person, Person]) -> None:
    ada, ben = people
    for one, other, score in ((ada, ben, (1, 0, 1)), (ben, ada, (1, 0, 1))):
        page = head_to_head(one, other)
        assert (page.score.won, page.score.drawn, page.score.lost) == score
        assert len(page.games) == 3 and {where.name for _row, where in page.games} == {"Spring Open"}


def test_the_page_of_a_player_lists_opponents_the_most_frequent_first(people: tuple[Person, Person]) -> None:
    _ada, ben = people
    found = player_page(ben).opponents
    assert [(each.name, each.score.games, each.score.won) for each in found] == [("Ada", 2, 1), ("Cleo", 1, 1)]


def test_the_page_and_its_addresses(people: tuple[Person, Person], client: Client) -> None:
    ada, ben = people
    stranger, old = PersonFactory(name="Zoe"), Person.objects.get(name="Ben the Second")
    page = client.get(f"/people/{ada.pk}/against/{ben.pk}").content.decode()
    assert page.count("result-link") == 3 and "Spring Open" in page
    assert f'href="/people/{ada.pk}/against/{ben.pk}"' in client.get(f"/people/{ada.pk}").content.decode()
    assert "have not met" in client.get(f"/people/{ada.pk}/against/{stranger.pk}").content.decode()
    assert client.get(f"/people/{ada.pk}/against/{old.pk}")["Location"] == f"/people/{ada.pk}/against/{ben.pk}"
    assert client.get(f"/people/{ada.pk}/against/{ada.pk}")["Location"] == f"/people/{ada.pk}"
    assert client.get(f"/people/{ada.pk}/against/{stranger.pk + 99}").status_code == 404
