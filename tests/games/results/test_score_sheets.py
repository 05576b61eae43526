"""Games without moves: final positions and counts that players hand in, and what the facts propose to an arbiter."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client

from games.core.queries.page import game_page
from games.core.services.errors import ScoreRefused
from games.models import Certificate, Claim, Game, Move, ScoreSheet
from games.records.services.submit_record import submit_record
from games.results.queries import proposal_for
from games.results.services.create import settle_games
from games.results.services.results import claim_result
from games.results.services.submit_score import submit_score
from gipf_engine.rules.certificate import certify_record, verify
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.engine.rules.lyngk_data import reference_games
from testing.engine.rules.records import lyngk_record
from testing.factories import GameFactory, player_in, seated
from testing.games.game_records import WON_BY_BLACK, numbered, played, tokens_of
from tests.games.results.test_adjudication import lyngk_game

pytestmark = pytest.mark.django_db

COUNTS = [[2, 0, 0, 1, 0], [2, 1, 0, 0, 0]]
"""Of LYNGK: columns alone are equal, and Black has a stack of four."""


def work() -> None:
    call_command("work", "--once")


@pytest.fixture
def game(club: Club) -> Game:
    return lyngk_game(club, reference_games()[0])[0]


def test_counts_that_both_players_hand_in_are_certified_as_counts(game: Game) -> None:
    submit_score(game.pk, seated(game, "white"), counts=COUNTS)
    work()
    game.refresh_from_db()
    assert (game.result, Certificate.objects.count()) == ("pending", 0)
    submit_score(game.pk, seated(game, "black"), counts=COUNTS)
    work()
    game.refresh_from_db()
    made = Certificate.objects.get()
    assert (game.result, made.result, made.document["basis"]) == ("0-1", "0-1", "counts")
    assert made.document["decided_by"] == "fours"
    assert verify(made.document) == []
    claims = list(Claim.objects.order_by("number").values_list("role", "source", "result"))
    assert claims == [("white", "score", "0-1"), ("black", "score", "0-1")]


def test_a_final_position_has_the_score_of_the_reference_game(game: Game) -> None:
    reference = reference_games()[0]
    position = certify_record(lyngk_record(reference))["position"]
    for side in ("white", "black"):
        submit_score(game.pk, seated(game, side), position=position)
    work()
    made = Certificate.objects.get()
    assert (made.document["basis"], made.document["tally"], made.record) == ("position", reference["tally"], None)


def test_different_counts_with_one_result_agree_on_it_and_are_not_certified(game: Game) -> None:
    submit_score(game.pk, seated(game, "white"), counts=COUNTS)
    submit_score(game.pk, seated(game, "black"), counts=[[1, 0, 0, 0, 0], [2, 0, 0, 0, 0]])
    work()
    game.refresh_from_db()
    assert (game.result, Certificate.objects.count()) == ("0-1", 0)


def test_what_an_arbiter_hands_in_decides_and_is_certified(game: Game, organiser: Account) -> None:
    submit_score(game.pk, organiser, counts=COUNTS)
    work()
    game.refresh_from_db()
    assert (game.result, Certificate.objects.get().sheet.role) == ("0-1", "arbiter")


def test_an_arbiters_sheet_against_the_agreed_result_does_not_overrule_it(game: Game, organiser: Account) -> None:
    for side in ("white", "black"):
        claim_result(game.pk, seated(game, side), "1-0", source="page")
    submit_score(game.pk, organiser, counts=COUNTS)
    game.refresh_from_db()
    assert game.result == "1-0"


def test_the_same_sheet_twice_is_kept_once(game: Game) -> None:
    for _ in range(2):
        submit_score(game.pk, seated(game, "white"), counts=COUNTS)
    assert ScoreSheet.objects.count() == 1


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({}, "Hand in the final position or the counts of both players, one of the two."),
        ({"position": "x", "counts": COUNTS}, "one of the two"),
        ({"position": "x"}, "this is not a LYNGK position"),
        ({"counts": [[9, 0, 0, 0, 0], [0, 0, 0, 0, 0]]}, "pieces in these stacks: 45; LYNGK has 43"),
        ({"counts": [[1], [0]]}, "each player needs 5 numbers"),
    ],
)
def test_what_does_not_end_the_game_is_refused_and_nothing_kept(game: Game, said: dict, why: str) -> None:
    with pytest.raises(ScoreRefused, match=why):
        submit_score(game.pk, seated(game, "white"), **said)
    assert not ScoreSheet.objects.exists()
    assert not Claim.objects.exists()


def test_a_position_in_which_somebody_can_move_is_refused(game: Game) -> None:
    from games.core.queries.page import start_of

    with pytest.raises(ScoreRefused, match="the game is not over in this position"):
        submit_score(game.pk, seated(game, "white"), position=start_of(game).position().text())


def test_strangers_and_closed_events_hand_in_nothing(game: Game, club: Club) -> None:
    with pytest.raises(NotAllowed):
        submit_score(game.pk, player_in(club), counts=COUNTS)
    settle_games(game.parent_scope, game.played_on)
    with pytest.raises(ScoreRefused, match="This event is closed"):
        submit_score(game.pk, seated(game, "white"), counts=COUNTS)


@pytest.mark.usefixtures("template_contexts")
def test_a_player_agrees_on_the_page_by_sending_what_the_other_counted(game: Game, client: Client) -> None:
    submit_score(game.pk, seated(game, "white"), counts=COUNTS)
    client.force_login(seated(game, "black"))
    form = client.get(f"/games/{game.pk}/score").context["form"]
    sent = dict(form.initial)
    assert client.post(f"/games/{game.pk}/score", sent).status_code == 302
    work()
    assert Certificate.objects.get().document["basis"] == "counts"
    page = client.get(f"/games/{game.pk}").content.decode()
    assert '<tr class="decides">' in page


def test_a_refused_score_stays_on_the_page_as_it_was_typed(game: Game, client: Client) -> None:
    client.force_login(seated(game, "white"))
    answer = client.post(f"/games/{game.pk}/score", {"white_columns": "9", "black_columns": "1"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "This does not end the game: pieces in these stacks: 50; LYNGK has 43." in page
    assert 'value="9"' in page


# --- proposals ---------------------------------------------------------------------------------------


def proposal(game: Game) -> tuple[str, list[str]]:
    found = proposal_for(game_page(game.pk))
    return ("", []) if found is None else (found.result, [str(fact.text) for fact in found.facts])


def test_nothing_is_proposed_of_a_game_of_which_nothing_is_known(game: Game) -> None:
    assert proposal_for(game_page(game.pk)) is None


def test_an_unfinished_record_proposes_who_is_ahead(club: Club) -> None:
    # The fourth reference game of GIPF without its last turn: by its record Black took one piece, on d3 in turn 24.
    game = GameFactory(club=club)
    submit_record(game.pk, seated(game, "white"), numbered(tokens_of(played("gipf-basic", 3))[:-1]))
    assert proposal(game) == ("0-1", ["After the 31 turns of the record Black has more captured pieces (1 to 0)."])


def test_a_clock_that_has_run_down_comes_before_the_pieces(club: Club) -> None:
    game = GameFactory(club=club)
    record = submit_record(game.pk, seated(game, "white"), "1. c2 d2 2. g2 f2")
    Move.objects.filter(record=record, ply=3).update(clock_ms=61_000)
    Move.objects.filter(record=record, ply=4).update(clock_ms=0)
    assert proposal(game)[0] == "1-0"
    assert proposal(game)[1][0] == "Black's clock has run down."
    Move.objects.filter(record=record, ply=4).update(clock_ms=125_000)
    result, facts = proposal(game)
    assert (result, facts[0]) == ("", "Time left: White 1:01, Black 2:05.")


def test_a_report_that_nobody_answered_is_proposed(game: Game) -> None:
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    assert proposal(game) == ("1-0", ["White reported 1-0; the other player has not answered."])


def test_a_game_in_dispute_is_proposed_what_its_record_proves(club: Club) -> None:
    game = GameFactory(club=club)
    submit_record(game.pk, seated(game, "white"), WON_BY_BLACK)
    claim_result(game.pk, seated(game, "black"), "1-0", source="page")
    assert proposal(game) == ("0-1", ["The record ends with 0-1, because White had no piece left in the reserve."])


@pytest.mark.usefixtures("template_contexts")
def test_the_arbiter_finds_the_proposal_filled_in_with_its_reason(game: Game, organiser, client: Client) -> None:
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    client.force_login(organiser)
    page = client.get(f"/games/{game.pk}/result")
    initial = page.context["decision"].initial
    assert initial["result"] == "1-0"
    assert initial["reason"] == "White reported 1-0; the other player has not answered."
    assert "It is filled in below; you decide." in page.content.decode()
    client.force_login(seated(game, "white"))
    assert "What is known" not in client.get(f"/games/{game.pk}/result").content.decode()
    assert client.get(f"/api/v1/games/{game.pk}/proposal").status_code in (401, 403)
