"""Races with real threads on a real database: every claim is kept, one result is in force, nothing is done twice."""

from __future__ import annotations

from itertools import product

import pytest

from common.journal.models import JournalEntry
from games.models import Claim, Game, Record
from games.records.services.submit_record import submit_record
from games.results.services.results import ClaimOutcome, claim_result
from testing.factories import ClubFactory, GameFactory, organiser_of, seated
from testing.games.game_records import WON_BY_BLACK
from tests.threads import at_once

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]


@pytest.fixture
def game(real_database: None) -> Game:
    return GameFactory(club=ClubFactory())


def test_of_two_arbiters_one_is_in_force_and_the_others_word_is_kept_as_late(game: Game) -> None:
    one, other = organiser_of(game.club), organiser_of(game.club)
    seen = game.version
    done = at_once(
        lambda: claim_result(game.pk, one, "1-0", source="desk", expect=seen),
        lambda: claim_result(game.pk, other, "0-1", source="desk", expect=seen),
    )
    assert all(isinstance(answer, ClaimOutcome) for answer in done), done
    game.refresh_from_db()
    rows = list(Claim.objects.filter(game=game).values_list("number", "result", "late"))
    assert sorted(late for _number, _result, late in rows) == [False, True]
    assert [number for number, _result, _late in rows] == [1, 2]
    assert rows[0] == (1, game.result, False)
    assert sorted(answer.claim.late for answer in done) == [False, True]


def test_two_players_who_say_the_same_at_once_agree(game: Game) -> None:
    white, black = seated(game, "white"), seated(game, "black")
    at_once(
        lambda: claim_result(game.pk, white, "1-0", source="page"),
        lambda: claim_result(game.pk, black, "1-0", source="page"),
    )
    game.refresh_from_db()
    assert (game.result, Claim.objects.count(), game.version) == ("1-0", 2, 2)


def test_eight_claims_at_once_are_numbered_one_to_eight_and_journalled(game: Game) -> None:
    accounts = seated(game, "white"), seated(game, "black")
    said = list(product(accounts, ("1-0", "0-1"), ("api", "page")))  # none of them repeats another one
    done = at_once(
        *(
            lambda account=account, result=result, source=source: claim_result(game.pk, account, result, source=source)
            for account, result, source in said
        )
    )
    assert all(isinstance(answer, ClaimOutcome) for answer in done), done
    assert list(Claim.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 9))
    assert sorted(JournalEntry.objects.values_list("version", flat=True)) == list(range(1, 9))


def test_of_two_presses_at_once_one_is_kept_and_both_are_answered_alike(game: Game) -> None:
    white = seated(game, "white")
    done = at_once(*[lambda: claim_result(game.pk, white, "1-0", source="page")] * 3)
    assert all(isinstance(answer, ClaimOutcome) for answer in done), done
    assert [claim.number for claim in Claim.objects.all()] == [1]
    assert {answer.claim.number for answer in done} == {1}
    assert list(JournalEntry.objects.values_list("version", flat=True)) == [1]


def test_a_record_handed_in_twice_at_once_is_kept_once(game: Game) -> None:
    white, black = seated(game, "white"), seated(game, "black")
    done = at_once(
        lambda: submit_record(game.pk, white, WON_BY_BLACK),
        lambda: submit_record(game.pk, white, WON_BY_BLACK),
        lambda: submit_record(game.pk, black, WON_BY_BLACK),
    )
    assert [type(answer) for answer in done] == [Record] * 3, done
    game.refresh_from_db()
    assert (Record.objects.count(), Claim.objects.count(), game.result) == (1, 2, "0-1")
