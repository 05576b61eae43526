"""The collection: games found by who, when, how they ended, and by position, mirror images counted as one."""

from __future__ import annotations

import datetime
import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from common.jobs import services as jobs
from common.jobs.models import Job
from games.collection.queries import export
from games.core import rate_limit
from games.models import Game, IndexedPosition, Record
from games.records.services import index_positions
from games.records.services.index_positions import INDEX, MOST_INDEXED
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from gipf_engine.rules.record import GameRecord, read_records
from gipf_engine.rules.verdict import check
from players.core.limits import EXPORTS, SEARCHES
from players.models import Account, Club
from testing.factories import GameFactory, PersonFactory, seated
from testing.games.game_records import WON_BY_BLACK
from testing.tournaments.factories import running
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def played(club: Club, text: str = "1. c2 d2 2. f2 g2", **values: object) -> Game:
    game: Game = GameFactory(club=club, **values)
    submit_record(game.pk, seated(game, "white"), text)
    return game


def found(client: Client, **asked: object) -> list[int]:
    """The games in the table of what was found."""
    answer = client.get(reverse("games"), asked)
    assert answer.status_code == 200, answer.content.decode()
    return games_in(answer.content.decode())


def games_in(page: str) -> list[int]:
    return [int(game) for game in re.findall(r'class="versus" href="/games/(\d+)', page)]


def turns_in(page: str) -> dict[str, tuple[str, list[int]]]:
    """The turns that were played next: the address that goes on, and the numbers beside them."""
    rows = re.findall(r'<a class="ltr" href="([^"]*)">([^<]+)</a></th>(.*?)</tr>', page)
    return {token: (unescape(address), [*map(int, re.findall(r">(\d+)<", cells))]) for address, token, cells in rows}


def test_a_position_is_found_however_it_was_reached(client: Client, club: Club) -> None:
    one = played(club, "1. c2 d7 2. f2 g6")
    other = played(club, "1. f2 g6 2. c2 d7")
    played(club, "1. c2 d7 2. f2 f7")
    assert found(client, rules="gipf-basic", opening="c2 d7 f2 g6") == [other.pk, one.pk]
    page = client.get("/games", {"rules": "gipf-basic", "opening": "f2 g6 c2 d7"}).content.decode()
    assert f'href="/games/{one.pk}?ply=4#game"' in page
    assert "2 games" in page


def test_mirror_images_are_found_and_other_rules_are_not(client: Client, club: Club) -> None:
    """The mirror at the upright line through e puts c2 on g2, and d7 on f7."""
    one = played(club, "1. c2 d7")
    mirrored = played(club, "1. g2 f7")
    played(club, "1. c2 d7", rules="gipf-standard")
    assert found(client, rules="gipf-basic", opening="c2 d7") == [mirrored.pk, one.pk]


def test_a_position_text_finds_what_the_opening_finds(client: Client, club: Club) -> None:
    game = played(club, "1. c2 d7")
    text = client.get(f"/games/{game.pk}/boards/1?from=2").json()["boards"][0]["text"]
    assert found(client, rules="gipf-basic", position=text) == [game.pk]


def test_next_turns_are_counted_with_their_results(client: Client, club: Club, organiser: Account) -> None:
    for text, result in (("1. c2 d7", "1-0"), ("1. g2 f7", "0-1"), ("1. c2 d2", "1-0"), ("1. d2 c2", "0-1")):
        claim_result(played(club, text).pk, organiser, result, source="desk")
    turns = turns_in(client.get("/games", {"rules": "gipf-basic", "opening": "c2"}).content.decode())
    assert {token: counts for token, (_address, counts) in turns.items()} == {
        "d7": [2, 1, 0, 1],  # c2 d7 and its mirror image: games, White wins, draws, Black wins
        "d2": [1, 1, 0, 0],
    }
    assert len(games_in(client.get(f"/games{turns['d7'][0]}").content.decode())) == 2


def test_games_are_found_by_every_other_thing_that_is_known_of_them(
    client: Client, club: Club, organiser: Account
) -> None:
    wilma, zack, otto = (PersonFactory(name=name, member_of=club) for name in ("Wilma Wit", "Zack Zwart", "Otto Ott"))
    first = played(club, WON_BY_BLACK, white=wilma, black=zack, played_on=datetime.date(2026, 3, 1))
    second = played(club, white=otto, black=wilma, rules="gipf-standard", played_on=datetime.date(2026, 5, 1))
    third = GameFactory(club=club, white=zack, black=otto, played_on=datetime.date(2026, 4, 1))
    claim_result(third.pk, organiser, "1-0", source="desk")
    claim_result(first.pk, organiser, "0-1", source="desk")
    GameFactory(club=club, white=zack, black=otto)  # not played yet
    for asked, games in (
        ({}, [third, second, first]),
        ({"player": "wilma"}, [second, first]),
        ({"player": "zack", "opponent": "wit"}, [first]),
        ({"player": "nobody"}, []),
        ({"rules": "gipf-standard"}, [second]),
        ({"result": "1-0"}, [third]),
        ({"since": "2026-04-01"}, [third, second]),
        ({"until": "2026-04-01"}, [third, first]),
        ({"record": "yes"}, [second, first]),
        ({"record": "no"}, [third]),
        ({"fewest": 5}, [first]),
        ({"most": 5}, [second]),
        ({"rules": "gipf-basic", "opening": "g2", "player": "zwart", "fewest": 20}, [first]),
        ({"rules": "gipf-basic", "opening": "g2", "player": "ott"}, []),
    ):
        assert found(client, **asked) == [game.pk for game in games], asked


def test_a_game_that_does_not_count_is_not_found(client: Client, club: Club, organiser: Account) -> None:
    game = played(club, WON_BY_BLACK)
    opening = {"rules": "gipf-basic", "opening": "g2"}
    assert found(client, **opening) == [game.pk]
    claim_result(game.pk, organiser, "void", source="desk", reason="Played twice.")
    assert found(client) == found(client, **opening) == []


def test_an_event_is_found_by_a_part_of_its_name_and_a_draft_never(
    client: Client, club: Club, organiser: Account
) -> None:
    event = running(club, organiser, name="Spring Open", rounds=1)
    game = Game.objects.filter(parent_scope__key=event.scope).first()
    assert game is not None
    submit_record(game.pk, seated(game, "white"), "1. c2 d2")
    asked = {"rules": game.rules, "opening": "c2"}
    assert found(client, event="open spring") == found(client, **asked) == [game.pk]
    assert found(client, event="autumn") == []
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    assert found(client, event="spring") == found(client) == found(client, **asked) == []
    assert turns_in(client.get("/games", asked).content.decode()) == {}


@pytest.mark.parametrize("asked", [{}, {"rules": "gipf-basic", "opening": "c2"}])
def test_nothing_of_a_hidden_game_is_found(client: Client, club: Club, asked: dict[str, str]) -> None:
    game = played(club)
    assert found(client, **asked) == [game.pk]
    game.parent_scope.hidden = True
    game.parent_scope.save()
    page = client.get("/games", asked).content.decode()
    assert "0 games" in page
    assert (games_in(page), turns_in(page)) == ([], {})


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"opening": "c2"}, "Choose the rules"),
        ({"rules": "gipf-basic", "opening": "c2 c2 z9"}, "z9"),
        ({"rules": "gipf-basic", "position": "nonsense"}, "This is not a position under these rules"),
        ({"rules": "lyngk-main", "opening": "a1-b2"}, "This game starts from a random set-up"),
        ({"rules": "gipf-basic", "opening": "c2", "position": "b2w/5/6/w5b/6/5/b2w w 12-12 0-0 ss"}, "Give either"),
        ({"fewest": "x"}, "whole number"),
        ({"since": "yesterday"}, "valid date"),
        ({"rules": "chess-960"}, "valid choice"),
    ],
)
def test_what_cannot_be_looked_for_is_said_and_stays_in_the_form(
    client: Client, asked: dict[str, str], words: str
) -> None:
    answer = client.get("/games", asked)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert words in page
    name, value = list(asked.items())[-1]
    assert f'value="{value}"' in page or name == "rules"


def test_visitors_search_so_often_and_no_page_is_beyond_the_last(
    client: Client, club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/games?page=21").status_code == 404
    caches["tries"].clear()
    for _each in range(SEARCHES.tries):
        SEARCHES.take("127.0.0.1")
    refused = client.get("/games")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert "Too many searches" in refused.content.decode()
    client.force_login(organiser)
    assert client.get("/games").status_code == 200


def test_the_page_takes_the_same_number_of_queries_for_any_number_of_games(
    client: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _each in range(5):
        played(club)
    with django_assert_max_num_queries(12):
        client.get("/games", {"rules": "gipf-basic", "opening": "c2"})


def exported(client: Client, asked: str = "") -> list[GameRecord]:
    answer: Any = client.get(f"/games/records.txt{asked}")
    assert answer.status_code == 200
    assert answer.streaming
    return list(read_records(answer.getvalue().decode()))


def test_the_records_of_what_is_found_are_taken_away_as_one_text(
    client: Client, club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "AT_ONCE", 2)
    games = [played(club, text) for text in ("1. c2 d7", "1. g2 f7", "1. c2 d7 2. f2")]
    hidden = played(club)
    hidden.parent_scope.hidden = True
    hidden.parent_scope.save()
    claim_result(GameFactory(club=club).pk, organiser, "1-0", source="desk")  # no record
    records = exported(client)
    assert [record.tokens for record in records] == [("c2", "d7"), ("g2", "f7"), ("c2", "d7", "f2")]
    assert all(check(record).legal for record in records)
    assert len(exported(client, "?rules=gipf-basic&opening=c2+d7")) == 3
    assert [record.tags["White"] for record in exported(client, "?fewest=3")] == [games[2].white.name]
    monkeypatch.setattr(rate_limit, "RECORDS_FOR_ALL", 1)
    assert len(exported(client)) == 1
    client.force_login(organiser)
    assert len(exported(client)) == 3


def test_visitors_take_records_away_so_often(client: Client, club: Club) -> None:
    for _each in range(EXPORTS.tries):
        EXPORTS.take("127.0.0.1")
    assert client.get("/games/records.txt").status_code == 429
    assert client.get("/games").status_code == 200


# --- the index -----------------------------------------------------------------------------------------


def test_a_record_is_indexed_with_the_position_before_and_after_every_turn(club: Club) -> None:
    record = Record.objects.get(game=played(club))
    rows = list(IndexedPosition.objects.filter(record=record).order_by("ply"))
    assert [row.ply for row in rows] == [0, 1, 2, 3, 4]
    assert [row.next_key for row in rows] == [*(row.key for row in rows[1:]), None]
    assert record.indexed


def test_records_of_earlier_releases_are_indexed_by_a_job_that_a_worker_asks_for(club: Club) -> None:
    for _each in range(3):
        played(club)
    before = sorted(IndexedPosition.objects.values_list("record", "ply", "key", "next_key", "game"))
    IndexedPosition.objects.all().delete()
    Record.objects.update(indexed=False)
    jobs.beat("a worker")
    assert Job.objects.filter(kind=INDEX).exists()
    jobs.run_due(stopped=lambda: not Job.objects.filter(kind=INDEX).exists())
    assert sorted(IndexedPosition.objects.values_list("record", "ply", "key", "next_key", "game")) == before
    assert not Record.objects.filter(indexed=False).exists()
    Job.objects.all().delete()
    jobs.beat("a worker")
    assert not Job.objects.filter(kind=INDEX).exists()


def test_the_command_indexes_anew_and_goes_on_where_it_was_stopped(club: Club, capsys: pytest.CaptureFixture) -> None:
    game = played(club)
    IndexedPosition.objects.filter(ply=2).update(key=0)
    call_command("indexpositions")
    assert IndexedPosition.objects.filter(key=0).exists()  # it is marked as indexed
    call_command("indexpositions", "--anew")
    assert not IndexedPosition.objects.filter(key=0).exists()
    assert "5 positions of 1 records are indexed" in capsys.readouterr().out
    assert IndexedPosition.objects.filter(game=game.pk).count() == 5


def test_two_workers_index_a_record_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second has read the record as not indexed when the first commits."""
    played(club)
    IndexedPosition.objects.all().delete()
    Record.objects.update(indexed=False)
    real = index_positions._replay

    def slow(record: Record) -> tuple[int, ...]:
        monkeypatch.setattr(index_positions, "_replay", real)
        assert index_positions.index_portion()  # the other one
        return real(record)

    monkeypatch.setattr(index_positions, "_replay", slow)
    index_positions.index_portion()
    assert IndexedPosition.objects.count() == 5


def test_the_index_goes_with_its_record(club: Club) -> None:
    game = played(club)
    Game.objects.filter(pk=game.pk).delete()
    assert not IndexedPosition.objects.exists()


def test_so_many_turns_of_a_record_are_indexed_and_no_more(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_INDEXED == 500
    monkeypatch.setattr(index_positions, "MOST_INDEXED", 2)
    played(club)
    assert IndexedPosition.objects.count() == 3
