"""Analysing finished games: asked for once, done in portions, shared by position, told to nobody who plays the game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from common.journal import queries as journal_queries
from common.journal import services as journal
from common.journal.models import Scope
from games.analysis import services
from games.analysis.search_version import version_of
from games.analysis.services import ANALYSE, KEPT, STEPS, forget_analyses
from games.models import Game, PositionAnalysis, Record, RecordAnalysis
from games.models.analyses import scope_of_analysis
from play.core.playing import load_game
from play.games.services.games import resign
from players.core import limits
from players.models import Account
from testing.play.online import begin, play, reference_turns, two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

TURNS = 8


@pytest.fixture
def players() -> tuple[Account, Account]:
    journal.open_scope(journal.SERVER)
    return two_accounts()


@pytest.fixture
def game(players: tuple[Account, Account]) -> int:
    """A game of eight turns that White has given up."""
    begun = begin(*players)
    play(begun, *reference_turns(*players)[:TURNS])
    resign(begun, players[0])
    return begun


def address(game: int, ply: int = 0) -> str:
    return f"/games/{game}/analysis/1/{ply}"


def work() -> None:
    call_command("work", "--once", "--queues", "turns,analysis")


def test_one_press_has_every_position_looked_at_and_the_page_says_how_good_the_turns_were(
    client: Client, game: int
) -> None:
    before = client.get(address(game)).content.decode()
    assert "Analyse this game" in before and not PositionAnalysis.objects.exists(), "reading asks for nothing"
    assert client.post(address(game)).status_code == 302
    record = Record.objects.get(game=game)
    waiting = client.get(address(game)).content.decode()
    assert "0 of 9 positions analysed" in waiting
    version = journal_queries.version(scope_of_analysis(record.pk))
    work()
    assert journal_queries.version(scope_of_analysis(record.pk)) > version, "pages that follow it are told"
    assert RecordAnalysis.objects.get().done == TURNS + 1
    assert set(PositionAnalysis.objects.values_list("nodes", flat=True)) == {STEPS[0]}
    page = client.get(address(game, 3)).content.decode()
    assert page.count("% accuracy") == 2 and "White’s chance: " in page
    assert f'href="/games/{game}/analysis/1/3" aria-current="true"' in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "turns"),
    [("yinsh-blitz", ("e5", "f6", "d4", "g7", "e6")), ("zertz-37", ("Wd4,a1", "Bd5,b1", "xd4Bd6"))],
)
def test_games_on_the_kit_are_judged_turn_by_turn(
    client: Client, players: tuple[Account, Account], rules: str, turns: tuple[str, ...]
) -> None:
    number = begin(*players, rules=rules)
    play(number, *[(players[ply % 2], turn) for ply, turn in enumerate(turns)])
    resign(number, players[0])
    client.post(address(number))
    work()
    assert PositionAnalysis.objects.filter(rules=rules).count() == len(turns) + 1
    page = client.get(address(number, 2)).content.decode()
    assert page.count("% accuracy") == 2 and "White’s chance: " in page


def test_who_stays_at_a_position_has_it_looked_at_ever_deeper(client: Client, game: int) -> None:
    client.post(address(game))
    work()
    client.post(address(game, 5))
    assert Job.objects.filter(kind=services.LOOK).exists()
    work()
    texts = PositionAnalysis.objects.filter(nodes=STEPS[-1]).values_list("position", flat=True)
    assert list(texts) == [load_game(game).running.after(5).reached.position.text()]
    assert f"at most {STEPS[-1]} positions" in client.get(address(game, 5)).content.decode()


def test_positions_are_shared_and_nothing_is_looked_at_twice(
    client: Client, game: int, players: tuple[Account, Account]
) -> None:
    client.post(address(game))
    work()
    other = begin(*players)
    play(other, *reference_turns(*players)[:TURNS])
    resign(other, players[1])
    kept = PositionAnalysis.objects.count()
    client.post(address(other))
    client.post(address(other))
    assert Job.objects.filter(kind=ANALYSE).count() == 1
    work()
    assert PositionAnalysis.objects.count() == kept
    assert RecordAnalysis.objects.count() == 2


def test_only_games_that_are_over_are_analysed(client: Client, players: tuple[Account, Account], game: int) -> None:
    Game.objects.filter(pk=game).update(result="pending", rated_result="")
    for answer in (client.get(address(game)), client.post(address(game))):
        assert (answer.status_code, "when it is over" in answer.content.decode()) == (409, True)
    assert not RecordAnalysis.objects.exists()


def test_who_plays_a_game_through_a_position_is_told_nothing_of_it(players: tuple[Account, Account], game: int) -> None:
    """Two games of the same turns, one over and one running; with the collection this is each way that judges."""
    stranger = Client()
    stranger.post(address(game))
    work()
    running = begin(*players)
    play(running, *reference_turns(*players)[:TURNS])
    player = Client()
    player.force_login(players[0])
    for answer in (player.get(address(game, 7)), player.post(address(game, 7))):
        assert (answer.status_code, "fair play policy" in answer.content.decode()) == (409, True)
    assert not Job.objects.filter(kind=services.LOOK).exists()
    assert stranger.get(address(game, 7)).status_code == 200
    resign(running, players[0])
    assert player.get(address(game, 7)).status_code == 200


def test_a_network_asks_for_so_much_and_no_more(client: Client, game: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOOKS", limits.Allowance("looks", "", limits.By.READER, 2, 600, of_client=2))
    client.post(address(game))
    work()
    answers = [client.post(address(game, ply)).status_code for ply in (1, 2, 3)]
    assert answers == [302, 302, 429]
    assert Job.objects.filter(kind=services.LOOK).count() == 2


def test_what_nobody_reads_any_more_goes_with_its_scope(client: Client, game: int) -> None:
    client.post(address(game))
    work()
    forget_analyses()
    assert PositionAnalysis.objects.exists()
    long_ago = timezone.localdate() - KEPT - timedelta(days=1)
    PositionAnalysis.objects.update(asked_on=long_ago)
    RecordAnalysis.objects.update(asked_on=long_ago)
    client.get(address(game))
    forget_analyses()
    assert PositionAnalysis.objects.count() == TURNS + 1, "who reads keeps it"
    RecordAnalysis.objects.update(asked_on=long_ago)
    PositionAnalysis.objects.update(asked_on=long_ago)
    forget_analyses()
    assert not PositionAnalysis.objects.exists() and not RecordAnalysis.objects.exists()
    assert not Scope.objects.filter(key__startswith="analysis:").exists()


def test_the_collection_finds_games_whose_analysis_is_complete(client: Client, game: int) -> None:
    def found() -> tuple[bool, int]:
        page = client.get("/games", {"record": "analysed"}).content.decode()
        return f'href="/games/{game}"' in page, client.get("/api/v1/collection?analysed=true").json()["count"]

    assert found() == (False, 0)
    client.post(address(game))
    assert found() == (False, 0), "it was asked for"
    assert "Analyse this game" in client.get(f"/games/{game}").content.decode()
    work()
    assert found() == (True, 1)
    assert "Show the analysis" in client.get(f"/games/{game}").content.decode()
    RecordAnalysis.objects.update(version="of-before")
    assert found() == (False, 0)


def test_another_search_looks_again(client: Client, game: int) -> None:
    client.post(address(game))
    work()
    PositionAnalysis.objects.update(version="of-before")
    RecordAnalysis.objects.update(version="of-before")
    assert "Analyse this game" in client.get(address(game)).content.decode()
    client.post(address(game))
    work()
    assert PositionAnalysis.objects.filter(version=version_of("gipf")).count() == TURNS + 1
