"""The page of a game, its boards, and its record as a file."""

from __future__ import annotations

import datetime
import json

import pytest
from django.test import Client

from engine.rules.record import read_record
from engine.rules.verdict import check
from games.models import Game
from games.services import claim_result, submit_record
from players.models import Account
from ratings.models import Rating
from ratings.services import pool_for
from tests.factories import GameFactory, PersonFactory, seated
from tests.games.records import CHAMPIONSHIP, WON_BY_BLACK

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(club) -> Game:
    white, black = (PersonFactory(name=name, member_of=club) for name in ("Wilma Wit", "Zack <script>Zwart"))
    return GameFactory(club=club, white=white, black=black)


@pytest.fixture
def recorded(game: Game) -> Game:
    submit_record(game.pk, seated(game, "white"), f"{{Good luck}} {WON_BY_BLACK} {{Thanks}}")
    return game


def text_of(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return answer.content.decode()


def test_a_game_without_a_record_shows_the_start_and_says_so(client: Client, game: Game) -> None:
    page = text_of(client, f"/games/{game.pk}")
    assert "No record of this game has been handed in." in page
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="board' in page
    assert "White pieces on b5, e2, h5." in page
    assert "Hand in a record" not in page  # an onlooker has nothing to do here


def test_names_are_escaped(client: Client, game: Game) -> None:
    page = text_of(client, f"/games/{game.pk}")
    assert "<script>Zwart" not in page
    assert "<bdi>Zack &lt;script&gt;Zwart</bdi>" in page


def test_the_moves_stand_in_a_numbered_list_and_each_leads_to_its_position(client: Client, recorded: Game) -> None:
    page = text_of(client, f"/games/{recorded.pk}")
    assert page.count("<li value=") == 12
    assert '<li value="12">' in page
    assert 'href="?record=1&amp;ply=24#game" data-go="24" aria-current="true"' in page
    assert "Good luck" in page
    assert "Thanks" in page
    assert (
        "All 24 turns are legal and end the game: Black wins, because White had no piece left in the reserve." in page
    )


def test_stepping_works_by_links_alone(client: Client, recorded: Game) -> None:
    first = text_of(client, f"/games/{recorded.pk}?ply=0")
    assert 'rel="prev" aria-disabled="true"' in first
    assert 'rel="next" href="?record=1&amp;ply=1#game"' in first
    middle = text_of(client, f"/games/{recorded.pk}?record=1&ply=1")
    assert 'rel="prev" href="?record=1&amp;ply=0#game"' in middle
    assert "Last move: from g1 to g2." in middle
    assert 'data-step="last" href="?record=1&amp;ply=24#game"' in middle


@pytest.mark.parametrize(
    "query", ["ply=25", "ply=-1", "ply=x", "ply=²", "ply=99999999", "record=2", "record=0", "record=x"]
)
def test_a_place_that_is_not_there_is_no_page(client: Client, recorded: Game, query: str) -> None:
    text_of(client, f"/games/{recorded.pk}?{query}", 404)


@pytest.mark.parametrize("address", ["", "/record.txt", "/result", "/boards/1"])
def test_a_game_that_is_not_there_is_no_page(client: Client, db: None, address: str) -> None:
    text_of(client, f"/games/987654{address}", 404)
    text_of(client, f"/games/99999999999999999999{address}", 404)


def test_boards_come_drawn_with_words_for_stepping_in_the_page(client: Client, recorded: Game) -> None:
    answer = client.get(f"/games/{recorded.pk}/boards/1?v=abc")
    told = json.loads(answer.content)
    assert (told["from"], len(told["boards"])) == (0, 25)
    assert told["boards"][0]["words"][0] == "White is to move."
    assert told["boards"][1]["svg"].startswith("<svg")
    assert "style=" not in told["boards"][1]["svg"]  # the page allows no inline style
    assert "max-age=86400" in answer["Cache-Control"]
    later = json.loads(client.get(f"/games/{recorded.pk}/boards/1?from=20").content)
    assert (later["from"], len(later["boards"])) == (20, 5)
    assert later["boards"][4] == told["boards"][24]
    assert client.get(f"/games/{recorded.pk}/boards/1?from=25").status_code == 404
    assert client.get(f"/games/{recorded.pk}/boards/2").status_code == 404


def test_every_claim_is_shown_with_who_when_and_what(client: Client, game: Game, organiser: Account) -> None:
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    claim_result(game.pk, seated(game, "black"), "0-1", source="api")
    page = text_of(client, f"/games/{game.pk}")
    assert "The players have reported different results; the arbiter decides." in page
    claim_result(game.pk, organiser, "1-0", source="desk", reason="Seen by <b>all</b>")
    page = text_of(client, f"/games/{game.pk}")
    assert "The arbiter has decided." in page
    assert "Seen by &lt;b&gt;all&lt;/b&gt;" in page
    assert page.count("in force") == 1
    assert organiser.username not in page


def test_players_and_arbiters_are_offered_what_they_can_do(client: Client, game: Game, organiser: Account) -> None:
    client.force_login(seated(game, "white"))
    assert f'href="/games/{game.pk}/result">Report the result' in text_of(client, f"/games/{game.pk}")
    client.force_login(organiser)
    page = text_of(client, f"/games/{game.pk}")
    assert f'href="/games/{game.pk}/result">Decide the result' in page
    assert f'href="/games/{game.pk}/record"' in page


def test_the_page_takes_the_same_number_of_queries_for_any_number_of_moves_and_claims(
    client: Client, recorded: Game, organiser: Account, django_assert_max_num_queries
) -> None:
    for result in ("1-0", "0-1", "1-0", "0-1"):
        claim_result(recorded.pk, organiser, result, source="desk", reason="to and fro")
    with django_assert_max_num_queries(12):
        text_of(client, f"/games/{recorded.pk}")


def test_players_stand_with_their_ratings_of_today(client: Client, game: Game) -> None:
    Rating.objects.create(
        pool=pool_for("gipf-basic"),
        person=game.white,
        value=1642,
        games=16,
        provisional=False,
        last_rated_on=datetime.date(2026, 3, 1),
    )
    assert '<span class="num quiet">1642</span>' in text_of(client, f"/games/{game.pk}")


def test_the_record_can_be_taken_away_and_is_legal_and_named(client: Client, recorded: Game) -> None:
    answer = client.get(f"/games/{recorded.pk}/record.txt")
    assert answer["Content-Disposition"] == f'attachment; filename="gipf-basic-2026-03-01-game-{recorded.pk}.txt"'
    record = read_record(answer.content.decode())
    assert dict(record.tags) == {
        "Game": "gipf",
        "Rules": "basic",
        "Date": "2026.03.01",
        "White": "Wilma Wit",
        "Black": "Zack <script>Zwart",
        "Result": "0-1",
    }
    verdict = check(record)
    assert (verdict.legal, verdict.agrees, verdict.plies, verdict.outcome) == (True, True, 24, "0-1")
    assert [note.text for note in record.notes[0]] == ["Good luck"]
    assert [note.text for note in record.notes[24]] == ["Thanks"]


def test_an_open_record_is_written_with_the_result_beside_it_and_how_it_came(
    club, client: Client, organiser: Account
) -> None:
    game = GameFactory(club=club, rules="gipf-tournament")
    submit_record(game.pk, seated(game, "white"), CHAMPIONSHIP)
    text = client.get(f"/games/{game.pk}/record.txt").content.decode()
    assert '[Result "*"]' in text
    assert "Termination" not in text
    claim_result(game.pk, organiser, "1-0", source="desk")
    record = read_record(client.get(f"/games/{game.pk}/record.txt").content.decode())
    assert (record.tags["Result"], record.tags["Termination"]) == ("1-0", "arbiter")
    assert check(record).agrees


def test_a_record_handed_back_in_is_the_same_record(client: Client, recorded: Game) -> None:
    text = client.get(f"/games/{recorded.pk}/record.txt").content.decode()
    # Tags of the day and the result came with it; moves and comments are those that are kept.
    again = submit_record(recorded.pk, seated(recorded, "black"), text)
    first = recorded.records.get(number=1)
    assert list(again.moves.values_list("ply", "token", "comment")) == list(
        first.moves.values_list("ply", "token", "comment")
    )
    recorded.refresh_from_db()
    assert recorded.result == "0-1"


def test_without_a_record_there_is_nothing_to_take_away(client: Client, game: Game) -> None:
    text_of(client, f"/games/{game.pk}/record.txt", 404)


@pytest.mark.parametrize("address", ["", "/record.txt", "/boards/1"])
def test_reading_pages_take_no_posts(client: Client, recorded: Game, address: str) -> None:
    assert client.post(f"/games/{recorded.pk}{address}").status_code == 405
