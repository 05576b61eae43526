"""A game with a first player who moves twice, a bag of nobody and an end of its own needs no edit anywhere else."""

from __future__ import annotations

import pytest
from django.test import Client

from games.manuals import pages as rules_pages
from games.records.services.submit_record import submit_record
from gipf_engine.diagrams import describe, draw
from gipf_engine.rules import rules_for
from gipf_engine.rules.perft import perft
from gipf_engine.rules.record import read_record, write_record
from gipf_engine.rules.verdict import canonical, check
from players.models import Club
from testing.factories import GameFactory, seated
from tests.toy_game import registered

MOVES = "top left right west middle east"
"""White puts top and left, Black right, White west and middle, Black east, which fills the triangle."""
RECORD = f'[Game "triangle"]\n[Rules "small"]\n\n{MOVES}'


def test_its_record_is_judged_and_numbered_by_who_moved() -> None:
    with registered():
        record = read_record(RECORD)
        verdict = check(record)
        assert (verdict.legal, verdict.plies, verdict.outcome, verdict.reason) == (True, 6, "0-1", "triangle-full")
        assert verdict.movers == (0, 0, 1, 0, 0, 1)
        written = write_record(canonical(record, verdict), verdict.movers)
        assert written.endswith("\n\n1. top 2. left right 3. west 4. middle east *\n")
        assert read_record(written).tokens == record.tokens


def test_a_number_that_the_second_player_begins_is_written_with_dots() -> None:
    with registered() as key:
        after_two = rules_for(key).position("top,left")
        assert (after_two.turn, after_two.text()) == (1, "top,left")
        record = read_record('[Game "triangle"]\n[Rules "small"]\n\n1... right 2. west')
        assert record.tokens == ("right", "west")
        assert "1... right 2. west" in write_record(record, [1, 0])


def test_parsing_and_legality_come_from_the_list_of_turns() -> None:
    with registered() as key:
        start = rules_for(key).start()
        assert start.parse("top") == "top"
        assert not start.is_legal("centre")
        assert perft(start, 3) == 6 * 5 * 4
        verdict = check(read_record('[Game "triangle"]\n[Rules "small"]\n\ntop top'))
        assert verdict.error is not None
        assert str(verdict.error.message) == "top may not be played here"


def test_numbers_in_brackets_behind_a_turn_are_for_games_that_write_them() -> None:
    with registered():
        verdict = check(read_record('[Game "triangle"]\n[Rules "small"]\n\ntop (5)'))
        assert verdict.error is not None
        assert str(verdict.error.message) == "this game has no number in brackets after a turn"


@pytest.mark.parametrize("board", [True, False], ids=["own board", "as a list"])
def test_it_is_drawn_and_told(board: bool) -> None:
    with registered(board=board) as key:
        view = rules_for(key).position("top,left,right").view()
        assert (view.spots["top"], view.spots["east"], "centre" in view.spots) == (("white stone",), (), False)
        words = [str(each) for each in describe(view)]
        if board:
            assert draw(view).count("spot-white-stone") == 2
            assert words == ["3 stones in the bag"]
        else:
            assert words == [
                "White is to move.",
                "top: white stone",
                "left: white stone",
                "right: black stone",
                "stones in the bag: 3",
            ]
            assert "stones in the bag: 3" in draw(view)


@pytest.mark.django_db
def test_its_games_have_pages_from_the_rules_to_the_record(client: Client, club: Club) -> None:
    with registered() as key:
        rules_pages._cards.cache_clear()
        card = client.get("/rules").content.decode().partition(f'href="/rules/{key}"')[0].rpartition("<li")[2]
        assert card.count("spot-empty") == 6, "the list shows the start of a game that has no pictures"
        assert "Whoever fills the triangle wins." in client.get(f"/rules/{key}").content.decode()
        game = GameFactory(club=club, rules=key)
        submit_record(game.pk, seated(game, "black"), MOVES)
        page = client.get(f"/games/{game.pk}?ply=3").content.decode()
        assert page.count("<li value=") == 4
        assert page.count("spot-white-stone") == 2
        assert "All 6 turns are legal and end the game: Black wins, because the triangle was full." in page
        text = client.get(f"/games/{game.pk}/record.txt").content.decode()
        assert "1. top 2. left right 3. west 4. middle east 0-1" in text
    rules_pages._cards.cache_clear()
