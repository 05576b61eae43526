"""The all-time table of a club, by its query, page, file and endpoint. Expected values by hand."""

from __future__ import annotations

import pytest
from django.test import Client

from players.models import Account, Club
from players.people.services.merging import merge_persons
from testing.api.caller import Caller
from testing.factories import ClubFactory, organiser_of
from testing.tournaments.circuits import people, played
from tournaments.all_time.queries import all_time_table

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def two_years(club: Club, organiser: Account) -> None:
    """Ada wins a GIPF cup over Ben and draws with him in a LYNGK cup that both win; a third event runs.

    The same happened in another club to another Ada.
    """
    ada, ben = people(club, "Ada", "Ben")
    played(club, organiser, [ada, ben], {("Ada", "Ben"): "1-0"}, name="GIPF Cup")
    lyngk = {"rules": "lyngk-main", "name": "LYNGK Cup", "tie_breaks": ("WON",)}
    played(club, organiser, [ada, ben], {("Ada", "Ben"): "1/2-1/2"}, **lyngk)
    played(club, organiser, [ada, ben], {("Ada", "Ben"): "0-1"}, name="Third Cup", closed=False)
    elsewhere = ClubFactory(slug="elsewhere")
    other, bert = people(elsewhere, "Ada", "Bert")
    played(elsewhere, organiser_of(elsewhere), [other, bert], {("Ada", "Bert"): "1-0"}, name="Other Cup")


def rows(club: Club, game: str = "") -> list[tuple[object, ...]]:
    return [
        (line.row.rank, line.name, line.tally.games, line.tally.points, line.tally.events, line.tally.first)
        for line in all_time_table(club, game)
    ]


@pytest.mark.usefixtures("two_years")
def test_all_games_of_the_club_count(club: Club) -> None:
    assert rows(club) == [(1, "Ada", 3, 15, 2, 2), (2, "Ben", 3, 15, 2, 1)]


@pytest.mark.usefixtures("two_years")
def test_one_game_counts_alone(club: Club) -> None:
    assert rows(club, "gipf") == [(1, "Ada", 2, 10, 1, 1), (2, "Ben", 2, 10, 1, 0)]
    assert rows(club, "lyngk") == [(1, "Ada", 1, 5, 1, 1), (1, "Ben", 1, 5, 1, 1)]


def test_records_of_one_person_are_one_player(club: Club, organiser: Account) -> None:
    ada, again, ben = people(club, "Ada", "A. da", "Ben")
    played(club, organiser, [ada, ben], {("Ada", "Ben"): "1-0"}, name="One")
    played(club, organiser, [again, ben], {("A. da", "Ben"): "1-0"}, name="Two")
    merge_persons(actor=organiser, kept_id=ada.pk, gone_id=again.pk)
    assert rows(club) == [(1, "Ada", 2, 20, 2, 2), (2, "Ben", 2, 0, 2, 0)]


@pytest.mark.usefixtures("two_years")
def test_the_page_the_file_and_the_endpoint_say_the_same(client: Client, club: Club) -> None:
    page = client.get(f"/clubs/{club.slug}/all-time?game=gipf").content.decode()
    assert page.index("Ada") < page.index("Ben")
    assert client.get(f"/clubs/{club.slug}/all-time?game=chess").status_code == 404
    text = client.get(f"/clubs/{club.slug}/all-time.csv").content.decode("utf-8-sig")
    assert text.splitlines()[1] == "1,Ada,3,1,1,1,1.5,2,2"
    first = Caller().read(f"/clubs/{club.slug}/all-time")["results"][0]
    assert (first["player"]["name"], first["points"], first["events_won"]) == ("Ada", "1.5", 2)


def test_a_club_without_games_has_an_empty_table(client: Client, club: Club) -> None:
    assert "first game of an event" in client.get(f"/clubs/{club.slug}/all-time").content.decode()
