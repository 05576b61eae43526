"""Prizes of the best at a board: who gets them, in the table, in files, on paper and by the API."""

from __future__ import annotations

import pytest
from django.test import Client

from gipf_engine.tournament.prizes import Prize, Rules
from players.models import Account, Club
from testing.api.caller import Caller
from testing.tournaments.factories import decide, entry, with_players
from testing.tournaments.teams import line_up_all, running_teams, team
from tournaments.core.errors import EventRefused
from tournaments.core.prize_plan import CategoryPlan, PrizePlan
from tournaments.models import Event
from tournaments.standings import services
from tournaments.teams.services.leaving import withdraw_team

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

BY_BOARD = (
    {("Ada", "Dan"): "1-0", ("Di", "Al"): "0-1", ("Ben", "Cleo"): "1/2-1/2", ("Cy", "Bo"): "1-0"},
    {("Dan", "Cleo"): "0-1", ("Cy", "Di"): "0-1", ("Ada", "Ben"): "0-1", ("Bo", "Al"): "1/2-1/2"},
)
"""Board 1: Cleo 1½, Ben 1½, Ada 1, Dan 0, of two games each."""


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Two rounds; board 1 has 100 and a cup, board 2 a book for whoever played three games there: nobody has."""
    event, players = running_teams(club, organiser, rounds=0)
    for number, results in enumerate(BY_BOARD, 1):
        running = Caller(organiser).post(f"/events/{event.pk}/rounds", {"number": number, "despite_open": True})
        assert running.status_code == 201
        line_up_all(event, players, number)
        decide(event, organiser, results)
    one = services.save_category(event.pk, organiser, CategoryPlan("Board 1", "board", board=1, least=2))
    two = services.save_category(event.pk, organiser, CategoryPlan("Board 2", "board", board=2, least=3))
    lists = {one.pk: [Prize(10000), Prize(5000, "Cup")], two.pk: [Prize(0, "Book")]}
    services.set_prizes(event.pk, organiser, PrizePlan(Rules(), "EUR", lists))
    return event


def awards(event: Event) -> list[list[tuple[str, int, int]]]:
    lists = Caller().read(f"/events/{event.pk}/prizes")["lists"]
    return [
        [(each["entry"]["player"]["name"], each["rank"], each["amount"]) for each in one["awards"]] for one in lists
    ]


def test_equal_points_at_a_board_share_its_prizes_and_too_few_games_win_nothing(
    event: Event, organiser: Account
) -> None:
    """Ben and Cleo have 1½ of 2 and no rated opponents: they share 100 + 50."""
    assert awards(event) == [[("Ben", 1, 7500), ("Cleo", 1, 7500)], []]
    table = Caller().read(f"/events/{event.pk}/categories")["results"][0]
    assert [(row["rank"], row["entry"]["player"]["name"], row["points"], row["games"]) for row in table["rows"]] == [
        (1, "Ben", "1.5", 2), (1, "Cleo", "1.5", 2), (3, "Ada", "1.0", 2), (4, "Dan", "0.0", 2),
    ]  # fmt: skip
    withdraw_team(event.pk, organiser, team(event, "Bees").pk, annul=False)
    assert awards(event)[0] == [("Cleo", 1, 10000), ("Ada", 2, 5000)], "who left wins nothing"


def test_they_are_on_pages_paper_and_in_files(event: Event) -> None:
    client, here = Client(), f"/events/{event.pk}"
    for path in ("/categories", "/print/categories"):
        page = client.get(f"{here}{path}").content.decode()
        assert "Best at board 1; games needed there: 2" in page, path
        assert page.index("Ben") < page.index("Ada")
    assert "75 EUR" in client.get(f"{here}/print/prizes").content.decode()
    lines = client.get(f"{here}/categories.csv").content.decode("utf-8-sig").splitlines()
    head = lines[0].split(",")
    first = dict(zip(head, lines[1].split(","), strict=True))
    assert (first["category"], first["name"], first["points"], first["games"]) == ("Board 1", "Ben", "1.5", "2")
    page = client.get(here).content.decode()
    assert "Players by board" in page


def test_a_board_belongs_to_an_event_of_teams_and_to_its_matches(event: Event, club: Club, organiser: Account) -> None:
    for board, why in ((3, "A match has 2 boards"), (None, "Choose the board")):
        with pytest.raises(EventRefused, match=why):
            services.save_category(event.pk, organiser, CategoryPlan("Top", "board", board=board))
    other = with_players(club, organiser)
    with pytest.raises(EventRefused, match="only where teams meet"):
        services.save_category(other.pk, organiser, CategoryPlan("Top", "board", board=1))
    assert entry(event, "Ben").pk
