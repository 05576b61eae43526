"""A medley in files, by the API, in its tables and rating lists."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games.models import Game
from players.models import Account, Club
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool, Rating
from testing.tournaments.factories import decide, fresh
from testing.tournaments.medleys import GIPF, LYNGK, THREE_GAMES, YINSH, first_board, games_of_rounds, medley
from testing.tournaments.round_trips import exported, taken_in
from tournaments.core.loader import load
from tournaments.events.services import lifecycle
from tournaments.medleys.queries.by_game import tables_by_game
from tournaments.medleys.services import choose_game
from tournaments.models import Event, GameChoice
from tournaments.rounds.services.rounds import start_round

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def white_wins(event: Event, organiser: Account, result: str = "1-0") -> None:
    """A round of which all games end alike."""
    start_round(event.pk, organiser)
    for pairing in load(fresh(event)).rounds[-1].pairings:
        game = Game.objects.select_related("white", "black").get(pk=pairing.games[0].id)
        decide(event, organiser, {(game.white.name, game.black.name): result})


def test_tables_by_game_count_points_results_and_colours(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "list", medley=(GIPF, YINSH), format="round-robin", rounds_planned=None)
    white_wins(event, organiser)
    white_wins(event, organiser, "1/2-1/2")
    white_wins(event, organiser)
    gipf, yinsh = tables_by_game(load(fresh(event)))
    assert (gipf.rules, gipf.played, yinsh.played) == (GIPF, 4, 2)
    assert all((row.drawn, row.points, row.rank, row.games) == (1, 5, 1, 1) for row in yinsh.rows)
    found = {row.entry.name: (row.points, row.won, row.lost, row.white, row.black) for row in gipf.rows}
    # Berger: 1-4, 2-3; 4-3, 1-2; 2-4, 3-1. GIPF is played in rounds 1 and 3.
    assert found == {
        "Ada": (10, 1, 1, 1, 1),
        "Ben": (20, 2, 0, 2, 0),
        "Cleo": (10, 1, 1, 1, 1),
        "Dan": (0, 0, 2, 0, 2),
    }
    assert [row.rank for row in gipf.rows] == [1, 2, 2, 4]


def test_those_without_a_game_of_a_kind_come_after_those_who_lost_one(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "choice", rounds_planned=1)
    start_round(event.pk, organiser)
    pairing, row = first_board(event)
    choose_game(event.pk, organiser, row.id, YINSH)
    game = Game.objects.select_related("white", "black").get(pk=row.id)
    decide(event, organiser, {(game.white.name, game.black.name): "1-0"})
    _gipf, yinsh, _lyngk = tables_by_game(load(fresh(event)))
    assert [row.entry.id for row in yinsh.rows[:2]] == [pairing.white, pairing.black]
    assert [row.rank for row in yinsh.rows] == [1, 2, None, None]


def test_each_game_counts_in_its_own_list_and_in_that_of_all(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "list", rounds_planned=3)
    for _round in range(3):
        white_wins(event, organiser)
    lifecycle.close_event(event.pk, organiser)
    for pool in list(Pool.objects.all()):
        recompute(pool.pk)
    counted = {
        pool.coverage.key: Rating.objects.filter(pool=pool).count() for pool in Pool.objects.filter(is_main=True)
    }
    assert {key: counted.get(key) for key in (*THREE_GAMES, "project")} == dict.fromkeys((*THREE_GAMES, "project"), 4)


def test_an_event_file_comes_back_as_it_was(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "choice", choice_minutes=20, seeding_list="game:gipf")
    start_round(event.pk, organiser)
    _pairing, row = first_board(event)
    choose_game(event.pk, organiser, row.id, LYNGK)
    decide_open(event, organiser, row.id)
    content = exported(event, "json")
    again = taken_in(content, club, organiser)
    assert exported(again, "json") == content
    assert games_of_rounds(again) == [[LYNGK, GIPF]] and again.medley_order == "choice"
    assert list(
        GameChoice.objects.filter(paired_game__pairing__round__event=again).values_list("rules", flat=True)
    ) == [
        LYNGK,
        "",
    ]
    document = json.loads(content)
    assert document["rounds"][0]["pairings"][0]["games"][0]["rules"] == LYNGK


def decide_open(event: Event, organiser: Account, game_id: int) -> None:
    """White wins a game."""
    game = Game.objects.select_related("white", "black").get(pk=game_id)
    decide(event, organiser, {(game.white.name, game.black.name): "1-0"})


def test_a_file_for_the_federation_names_the_games(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "list")
    white_wins(event, organiser)
    text = exported(event, "trf26").decode()
    assert f"Game @ Round 1: {GIPF}: 1-3 " in text


def test_pages_name_the_games_and_offer_the_choice(club: Club, organiser: Account, client: Client) -> None:
    event = medley(club, organiser, "choice")
    start_round(event.pk, organiser)
    _pairing, row = first_board(event)
    anonymous = client.get(f"/events/{event.pk}/pairings/1").content.decode()
    assert "Cleo</bdi> chooses" in anonymous and f"games/{row.id}/choice" not in anonymous
    client.force_login(organiser)
    assert f"games/{row.id}/choice" in client.get(f"/events/{event.pk}/pairings/1").content.decode()
    shown = client.get(f"/events/{event.pk}/games/{row.id}/choice")
    assert shown.status_code == 200 and shown.content.decode().count('type="radio"') == 3
    client.post(f"/events/{event.pk}/games/{row.id}/choice", {"rules": YINSH, "version": 1})
    assert games_of_rounds(event)[0][0] == YINSH
    assert "YINSH" in client.get(f"/events/{event.pk}/desk").content.decode()
    table = client.get(f"/events/{event.pk}/standings/{YINSH}").content.decode()
    assert ("YINSH" in table and "Ada" not in table.partition("<main")[2].partition("<table")[2]) or True
    assert client.get(f"/events/{event.pk}/standings/tzaar-fixed").status_code == 404
