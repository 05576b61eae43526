"""Adjudication: workers count the final score of what was handed in, and certify it."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client

from common.jobs.models import Job
from common.journal.models import JournalEntry
from games.models import Certificate, Claim, Game
from games.records.services.submit_record import check_record, keep_records, submit_record
from games.results.services.adjudicate import adjudicate, request_all
from games.results.services.results import claim_result
from gipf_engine.rules.certificate import verify
from players.models import Account, Club
from testing.engine.rules.lyngk_data import RESULTS, reference_games
from testing.engine.rules.records import lyngk_record
from testing.factories import GameFactory, seated
from testing.games.game_records import WON_BY_BLACK

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def lyngk_game(club: Club, reference: dict) -> tuple[Game, str]:
    """A game with the set-up of a reference game, and its moves."""
    record = lyngk_record(reference)
    game = GameFactory(club=club, rules=record.key, options=sorted(record.options), setup=record.tags["Setup"])
    return game, " ".join(record.tokens)


def work() -> None:
    """What a worker does that is due now."""
    call_command("work", "--once")


@pytest.mark.slow
def test_a_worker_certifies_every_reference_game_of_lyngk(club: Club, organiser: Account) -> None:
    references = reference_games()
    made_games = [lyngk_game(club, reference) for reference in references]
    games = [game for game, _moves in made_games]
    keep_records([(game, check_record(game, moves)) for game, moves in made_games], organiser)
    for game in games:
        request_all(game.parent_scope.key)
    assert Job.objects.filter(kind="adjudicate").count() == len(references)
    work()
    assert not Job.objects.exists()
    for game, reference in zip(games, references, strict=True):
        made = Certificate.objects.get(game=game)
        assert made.result == RESULTS[reference["result"]]
        assert made.document["tally"] == reference["tally"]
        assert verify(made.document) == []


def test_adjudicating_again_changes_nothing(club: Club, organiser: Account) -> None:
    game = GameFactory(club=club)
    submit_record(game.pk, organiser, WON_BY_BLACK)
    for _ in range(2):
        adjudicate(game.pk)
    assert Certificate.objects.get().number == 1
    assert JournalEntry.objects.filter(action="adjudicate").count() == 1


def test_a_fragment_gets_no_certificate(club: Club, organiser: Account) -> None:
    game = GameFactory(club=club)
    submit_record(game.pk, organiser, "1. c2 d2")
    work()
    assert not Certificate.objects.exists()
    assert not Job.objects.exists()


def test_the_database_refuses_to_change_a_certificate(club: Club, organiser: Account) -> None:
    game = GameFactory(club=club)
    submit_record(game.pk, organiser, WON_BY_BLACK)
    work()
    with pytest.raises(IntegrityError), transaction.atomic():
        Certificate.objects.update(result="1-0")


def test_a_record_against_the_agreed_result_puts_the_game_in_dispute(club: Club, organiser: Account) -> None:
    game = GameFactory(club=club)
    for side in ("white", "black"):
        claim_result(game.pk, seated(game, side), "1-0", source="page")
    submit_record(game.pk, organiser, WON_BY_BLACK)  # the arbiter hands in what Black won
    game.refresh_from_db()
    assert game.result == "1-0"
    work()
    game.refresh_from_db()
    assert game.result == "1-0"
    told = Claim.objects.filter(game=game).latest("number")
    assert (told.role, told.result, told.account, told.record.number) == ("record", "0-1", None, 1)
    page = Client().get(f"/games/{game.pk}/result").content.decode()
    assert "Both players agreed, but a different result was reported since." in page
    assert JournalEntry.objects.filter(action="contradict-result").count() == 1
    adjudicate(game.pk)
    assert Claim.objects.filter(game=game, role="record").count() == 1


def test_a_players_record_against_what_both_agreed_leaves_it_and_disputes_it(club: Club) -> None:
    game = GameFactory(club=club)
    for side in ("white", "black"):
        claim_result(game.pk, seated(game, side), "1-0", source="page")
    submit_record(game.pk, seated(game, "black"), WON_BY_BLACK)
    work()
    game.refresh_from_db()
    assert game.result == "1-0"
    # The player's own claim disputes it already: the record does not say it a second time.
    assert not Claim.objects.filter(game=game, role="record").exists()


def test_records_that_came_with_an_event_are_certified_and_contradict_its_result(club: Club, organiser) -> None:
    game = GameFactory(club=club)
    claim_result(game.pk, organiser, "1-0", source="desk")
    keep_records([(game, check_record(game, WON_BY_BLACK))], organiser)
    assert request_all(game.parent_scope.key) == 1
    work()
    assert Certificate.objects.get().result == "0-1"
    game.refresh_from_db()
    assert game.result == "1-0"
    assert Claim.objects.get(role="record").result == "0-1"


@pytest.fixture
def certified(club: Club, organiser: Account) -> Game:
    """The first reference game of LYNGK: Black has four stacks of four, nobody a column."""
    game, moves = lyngk_game(club, reference_games()[0])
    submit_record(game.pk, organiser, moves)
    work()
    return game


def test_the_page_of_the_game_shows_the_score_with_the_row_that_decided(certified: Game, client: Client) -> None:
    page = client.get(f"/games/{certified.pk}").content.decode()
    assert "because Black has more own stacks of four (4 to 0) after a tie in completed columns." in page
    decided = page.split('<tr class="decides">')[1].split("</tr>")[0]
    assert "own stacks of four" in decided
    assert "decides" in decided
    # Worked out from the final board of the reference: blue is White's, red and green are Black's.
    assert "e4&nbsp;IKGR" in decided
    assert "blue (White)" in page
    assert "red (Black)" in page
    assert "ivory (none)" in page


def test_before_a_worker_was_there_the_page_of_an_imported_game_says_so(club: Club, organiser, client: Client) -> None:
    game, moves = lyngk_game(club, reference_games()[0])
    keep_records([(game, check_record(game, moves))], organiser)
    assert "The final score is being counted." in client.get(f"/games/{game.pk}").content.decode()


def test_the_certificate_is_a_page_json_and_a_picture(certified: Game, client: Client) -> None:
    address = f"/games/{certified.pk}/certificates/1"
    page = client.get(address).content.decode()
    document = client.get(f"{address}.json").json()
    assert document["digest"] in page
    assert "neither player could move" in page
    assert verify(document) == []
    picture = client.get(f"{address}.svg")
    assert picture["Content-Type"] == "image/svg+xml"
    drawn = ElementTree.fromstring(picture.content)
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert f"SHA-256 {document['digest']}" in texts
    assert "LYNGK · 0-1" in texts
    assert client.get(f"/games/{certified.pk}/certificates/2").status_code == 404
    assert client.get(f"/games/{certified.pk}/certificates/2.json").status_code == 404


def test_the_api_gives_certificates(certified: Game, client: Client) -> None:
    listed = client.get(f"/api/v1/games/{certified.pk}/certificates").json()
    assert [(row["number"], row["record"], row["result"]) for row in listed["results"]] == [(1, 1, "0-1")]
    document = client.get(f"/api/v1/games/{certified.pk}/certificates/1").json()
    assert document == json.loads(json.dumps(Certificate.objects.get().document))
