"""The reference games of LYNGK, move by move."""

import pytest

from gipf_engine.games.lyngk.board import SPOTS
from gipf_engine.rules import rules_for
from testing.engine.rules.lyngk_data import RESULTS, perft, reference_games, start_of
from tests.view_data import held, stacks

GAMES = pytest.mark.parametrize(
    "game",
    reference_games(),
    ids=lambda game: f"{game['variant']}{'-captures' if game['options'] else ''}-{game['seed']}",
)


@GAMES
def test_a_reference_game_offers_as_many_turns_as_it_should_at_every_ply(game):
    position = start_of(game)
    for token, legal in zip([*game["moves"], None], game["legal"], strict=True):
        listed = list(position.legal_moves())
        assert len(listed) == legal
        assert len(set(listed)) == legal
        if token is not None:
            turn = position.parse(token)
            assert turn in listed
            assert position.notation(turn) == token
            position = position.play(turn)


@GAMES
def test_as_many_of_these_turns_as_should_are_without_a_claim(game):
    position = start_of(game)
    for token, legal in zip(game["moves"], game["legal_without_claim"][:-1], strict=True):
        moves = [move for move in position.legal_moves() if "," not in move and move != "pass"]
        assert len(moves) == legal
        position = position.play(position.parse(token))


@GAMES
def test_a_reference_game_ends_as_stated(game):
    position = start_of(game)
    for token in game["moves"]:
        assert position.outcome is None
        assert position.turn is not None
        position = position.play(position.parse(token))
    outcome = position.outcome
    assert position.turn is None
    assert (outcome.result, outcome.reason) == (RESULTS[game["result"]], game["reason"])
    assert [list(row) for row in outcome.tally] == game["tally"]
    view = position.view()
    assert stacks(view) == game["final"]
    assert [set(held(view, seat)["claimed"].replace(",", "")) for seat in (0, 1)] == [
        set(colours) for colours in game["claimed"]
    ]
    if game["variant"] == "main":
        assert [view.pool("captured", seat).count for seat in (0, 1)] == game["taken"]


@pytest.mark.parametrize("game", [game for game in reference_games() if game["variant"] == "main"])
def test_with_literal_tie_equal_columns_are_a_draw(game):
    position = start_of(game, "literal_tie")
    for token in game["moves"]:
        position = position.play(position.parse(token))
    assert position.outcome.result == RESULTS[game["result_literal"]]
    assert [list(row) for row in position.outcome.tally] == game["tally"]


def test_the_games_hold_passes_six_stacks_and_both_kinds_of_tie():
    games = reference_games()
    assert len(games) == 95
    assert sum(game["moves"].count("pass") for game in games) == 36
    assert sum(game["reason"] == "six-stack" for game in games) > 3
    assert sum(game["result"] != game["result_literal"] for game in games) > 3


@pytest.mark.parametrize("tree", perft(), ids=["first", "second"])
def test_the_tree_of_turns_has_the_right_size_to_depth_two(tree):
    start = rules_for("lyngk-main").start(tree["setup"])
    first = list(start.legal_moves())
    assert len(first) == tree["with_claims"][0]
    assert sum(len(list(start.play(turn).legal_moves())) for turn in first) == tree["with_claims"][1]


@pytest.mark.parametrize("tree", perft(), ids=["first", "second"])
def test_the_tree_without_claims_has_the_right_size_to_depth_two(tree):
    start = rules_for("lyngk-main").start(tree["setup"])

    def unclaimed(position):
        return [turn for turn in position.legal_moves() if "," not in turn]

    assert len(unclaimed(start)) == tree["without_claims"][0]
    assert sum(len(unclaimed(start.play(turn))) for turn in unclaimed(start)) == tree["without_claims"][1]


def test_a_set_up_lies_on_the_spots_in_their_order():
    game = reference_games()[0]
    assert stacks(start_of(game).view()) == game["setup"]
    assert list(game["setup"]) == list(SPOTS)
