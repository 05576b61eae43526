"""Certificates of the reference games: what they hold, and that nobody can change them unseen."""

import copy
import json

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Outcome
from gipf_engine.rules.certificate import (
    NotCertified,
    SetupSeed,
    basis_of,
    certify_counts,
    certify_position,
    certify_record,
    digest_of,
    not_proven,
    verify,
    write_certificate,
)
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.record import GameRecord, read_record
from testing.engine.rules import gipf_data, lyngk_data
from testing.engine.rules.records import gipf_record, lyngk_record

RESULTS = lyngk_data.RESULTS
KEYS = {"main": ("columns",), "six": ("fives",)}
LOWER = ("fours", "threes", "twos", "singles")


LYNGK = pytest.mark.parametrize(
    "game", lyngk_data.reference_games(), ids=lambda game: f"{game['variant']}-{game['seed']}"
)


@LYNGK
def test_the_certificate_of_a_lyngk_game_has_the_result_and_the_counts_of_the_reference(game):
    made = certify_record(lyngk_record(game))
    assert made["result"] == RESULTS[game["result"]]
    assert made["tally"] == game["tally"]
    lines = {line["key"]: line for line in made["lines"]}
    for seat, counts in zip(("white", "black"), game["tally"], strict=True):
        assert [lines[key][seat] for key in (*KEYS[game["variant"]], *LOWER)] == counts
    assert {seat: set(letters) for seat, letters in made["owned"].items()} == {
        "white": set(game["claimed"][0]),
        "black": set(game["claimed"][1]),
    }


@LYNGK
def test_every_stack_of_the_final_board_is_somebodys_or_nobodys(game):
    made = certify_record(lyngk_record(game))
    held = list(made["neutral"])
    for line in made["lines"]:
        held += line["stacks"]["white"] + line["stacks"]["black"]
    assert {each["spot"]: each["pieces"] for each in held if each["spot"]} == game["final"]


@LYNGK
def test_it_follows_from_what_it_was_made_from(game):
    made = certify_record(lyngk_record(game))
    assert verify(json.loads(write_certificate(made))) == []
    assert verify(certify_position(lyngk_data.rules_of(game), made["position"])) == []


@pytest.mark.parametrize("game", [game for game in lyngk_data.reference_games() if game["variant"] == "main"])
def test_without_the_tie_break_completed_columns_alone_decide(game):
    made = certify_record(lyngk_record(game, "literal_tie"))
    assert made["result"] == RESULTS[game["result_literal"]]
    assert made["decided_by"] == ("" if made["result"] == "1/2-1/2" else "columns")


@pytest.mark.parametrize("variant", gipf_data.VARIANTS)
def test_the_certificate_of_a_gipf_game_says_what_the_loser_had_not_left(variant):
    for game in gipf_data.games(variant):
        made = certify_record(gipf_record(variant, game))
        loser = "black" if made["result"] == "1-0" else "white"
        decided = next(line for line in made["lines"] if line["key"] == made["decided_by"])
        assert decided[loser] == 0
        assert verify(made) == []


def test_the_deciding_line_is_the_first_that_differs():
    # The first reference game: no columns; Black has four stacks of four and White none.
    made = certify_record(lyngk_record(lyngk_data.reference_games()[0]))
    assert made["tally"] == [[0, 0, 2, 0, 0], [0, 4, 2, 0, 0]]
    assert made["decided_by"] == "fours"
    assert made["because"] == ("Black has more own stacks of four (4 to 0) after a tie in completed columns")


def test_what_decided_is_told_for_every_kind_of_end():
    main, literal = rules_for("lyngk-main"), rules_for("lyngk-main", ["literal_tie"])
    even = ((1, 0, 2, 0, 0), (1, 0, 2, 0, 0))
    told = {
        str(main.explain_outcome(Outcome("1-0", "no-moves", ((3, 0, 0, 0, 0), (1, 4, 0, 0, 0))))),
        str(main.explain_outcome(Outcome("1/2-1/2", "no-moves", even))),
        str(literal.explain_outcome(Outcome("1/2-1/2", "no-moves", even))),
        str(rules_for("lyngk-six").explain_outcome(Outcome("0-1", "six-stack", even))),
        str(rules_for("gipf-standard").explain_outcome(Outcome("1-0", "gipf"))),
    }
    assert told == {
        "White has more completed columns (3 to 1)",
        "both players are equal in every count",
        "both players have the same number of completed columns",
        "Black completed a stack of six",
        "Black had no GIPF-piece left on the board",
    }


def changed(document, **fields):
    other = copy.deepcopy(document) | fields
    return other | {"digest": digest_of(other)}


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"result": "1-0"}, "“result” does not follow from the game."),
        ({"decided_by": "columns"}, "“decided_by” does not follow from the game."),
        ({"owned": {"white": "R", "black": "B"}}, "“owned” does not follow from the game."),
        ({"unknown": 1}, "“unknown” does not follow from the game."),
        ({"moves": ["d2-d3"]}, "This is not how the game ends: the moves do not end the game."),
        ({"moves": ["a1-a1"]}, "This is not how the game ends: turn 1, a1-a1: a move must end on another spot."),
        ({"format": "other"}, "This is not a certificate of the form gipfel-certificate-1."),
        ({"lines": None, "basis": "counts"}, "This is not a certificate of the form gipfel-certificate-1."),
        ({"basis": "hearsay"}, "This is not a certificate of the form gipfel-certificate-1."),
        ({"seed": {"recipe": "lyngk-setup-1", "seed": "0" * 64, "board": 0}}, "This is not how the game ends: the"),
    ],
)
def test_a_certificate_that_was_changed_and_sealed_anew_is_found_out(fields, fault):
    made = certify_record(lyngk_record(lyngk_data.reference_games()[0]))
    assert [str(each).startswith(fault) for each in verify(changed(made, **fields))] == [True]


@pytest.mark.parametrize("other", [True, 1.0])
def test_true_and_a_fraction_do_not_pass_for_one(other):
    made = certify_counts(rules_for("lyngk-six"), [[0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]])
    lines = copy.deepcopy(made["lines"])
    lines[0]["black"] = other
    assert verify(changed(made, lines=lines)) != []
    tally = [[other if count == 1 else count for count in row] for row in made["tally"]]
    assert [str(each) for each in verify(changed(made, tally=tally))] == ["“tally” does not follow from the game."]


@pytest.mark.parametrize("engine", [None, 1, ["0.1"]])
def test_the_engine_is_a_text(engine):
    made = certify_counts(rules_for("lyngk-main"), [[1, 0, 0, 0, 0], [0, 0, 0, 0, 0]])
    assert verify(changed(made, engine=engine)) != []


def test_what_is_not_proven_goes_by_the_basis():
    counted = certify_counts(rules_for("lyngk-main"), [[1, 0, 0, 0, 0], [0, 0, 0, 0, 0]])
    played = certify_record(lyngk_record(lyngk_data.reference_games()[0]))
    assert str(basis_of(counted)).startswith("made from the counts of both players; no turns were replayed")
    assert "that any turn was played" in " ".join(map(str, not_proven(counted)))
    assert str(basis_of(played)) == f"made from a record of {len(played['moves'])} turns, all replayed"
    assert [str(each) for each in not_proven(played)] == ["who played, when, and that these two played it at all"]
    position = certify_position(rules_for("lyngk-main"), played["position"])
    assert "legal turns" in str(not_proven(position)[0])


def test_a_certificate_that_was_changed_alone_has_another_digest():
    made = certify_record(lyngk_record(lyngk_data.reference_games()[0]))
    told = [str(each) for each in verify(made | {"because": "luck"})]
    assert told == [
        "The digest does not match the text: the certificate was changed.",
        "“because” does not follow from the game.",
    ]
    assert verify({}) != []


def test_another_version_of_the_engine_finds_the_same():
    made = certify_record(lyngk_record(lyngk_data.reference_games()[0]), version="9.9")
    assert (made["engine"], verify(made)) == ("9.9", [])


def test_a_set_up_is_tied_to_its_seed():
    rules = rules_for("lyngk-main")
    seed = "5e" * 32
    setup = rules.chance.draw(rules.chance.seed_of_board(seed, 3))
    position = rules.start(setup)
    moves = []
    while position.turn is not None:
        move = next(position.legal_moves())
        moves.append(position.notation(move))
        position = position.play(move)
    record = GameRecord({"Game": "lyngk", "Rules": "main", "Setup": setup}, tuple(moves))
    made = certify_record(record, SetupSeed("lyngk-setup-1", seed, 3))
    assert made["seed"] == {"recipe": "lyngk-setup-1", "seed": seed, "board": 3}
    assert verify(made) == []
    with pytest.raises(NotCertified, match="the set-up does not follow from the seed"):
        certify_record(record, SetupSeed("lyngk-setup-1", seed, 2))


def test_a_fragment_is_not_certified():
    with pytest.raises(NotCertified, match="the moves do not end the game"):
        certify_record(read_record('[Game "gipf"]\n[Rules "basic"]\n\n1. c2 d2'))
    with pytest.raises(NotCertified, match="the game is not over in this position"):
        certify_position(rules_for("gipf-basic"), rules_for("gipf-basic").start().text())


COUNTED = [
    ("lyngk-main", [[2, 0, 0, 1, 0], [2, 1, 0, 0, 0]], "0-1", "fours"),
    ("lyngk-main", [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]], "1/2-1/2", ""),
    ("lyngk-six", [[0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]], "0-1", "sixes"),
    ("lyngk-six", [[0, 1, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0]], "1-0", "fives"),
    ("gipf-basic", [[4, 3], [0, 6]], "1-0", "reserve"),
    ("gipf-tournament", [[4, 0, 3], [0, 2, 6]], "0-1", "gipfs"),
]


@pytest.mark.parametrize(("rules", "counts", "result", "decided_by"), COUNTED)
def test_counts_of_the_players_are_certified_as_such(rules, counts, result, decided_by):
    made = certify_counts(rules_for(rules), counts)
    assert (made["basis"], made["result"], made["decided_by"]) == ("counts", result, decided_by)
    assert (made["moves"], made["position"], made["neutral"]) == ([], "", [])
    assert verify(made) == []


@pytest.mark.parametrize(
    ("rules", "counts", "why"),
    [
        ("lyngk-main", [[5, 0, 0, 0, 0], [4, 0, 0, 0, 0]], "pieces in these stacks: 45; LYNGK has 43"),
        ("lyngk-six", [[1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]], "there can be only one"),
        ("lyngk-main", [[1, 0], [2, 0]], "each player needs 5 numbers"),
        ("lyngk-main", [[-1, 0, 0, 0, 0], [0, 0, 0, 0, 0]], "each count is a number from 0 to 99"),
        ("gipf-basic", [[4, 3], [2, 6]], "neither player has lost yet"),
        ("gipf-basic", [[0, 3], [0, 6]], "they do not show who lost"),
        ("gipf-basic", [[40, 3], [0, 6]], "GIPF has 36 pieces in all"),
    ],
)
def test_counts_that_cannot_be_are_refused(rules, counts, why):
    with pytest.raises(BadSetup, match=why):
        certify_counts(rules_for(rules), counts)
