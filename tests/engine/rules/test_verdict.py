"""What a record proves, and whether its Result can stand beside it."""

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import UnknownRules
from gipf_engine.rules.record import Note, read_record, read_records, write_record
from gipf_engine.rules.verdict import canonical, check
from testing.engine.rules import gipf_data as data


def record(moves, rules="basic", **tags):
    lines = "".join(f'[{name} "{value}"]\n' for name, value in {"Game": "gipf", "Rules": rules, **tags}.items())
    (read,) = read_records(f"{lines}\n{moves}\n")
    return read


def whole_game(variant="basic", number=0, **tags):
    game = data.games(variant)[number]
    return record(" ".join(data.tokens(game)), variant, **tags), {"W": "1-0", "B": "0-1"}[game["result"]], game


def test_a_finished_game_proves_its_result():
    played, result, game = whole_game()
    verdict = check(played)
    assert (verdict.legal, verdict.plies, verdict.error) == (True, game["plies"], None)
    assert (verdict.outcome, verdict.reason, verdict.tally, verdict.agrees) == (result, game["reason"], None, True)
    assert verdict.rules == rules_for("gipf-basic")


@pytest.mark.parametrize("variant", data.VARIANTS)
def test_every_reference_game_is_judged_as_stated(variant):
    for number in range(len(data.games(variant))):
        played, result, game = whole_game(variant, number)
        verdict = check(played)
        assert (verdict.plies, verdict.outcome, verdict.reason) == (game["plies"], result, game["reason"])


def test_an_unfinished_game_proves_nothing():
    verdict = check(record("c2"))
    assert (verdict.legal, verdict.plies, verdict.outcome, verdict.reason, verdict.agrees) == (True, 1, "*", None, True)


@pytest.mark.parametrize(
    ("tags", "agrees"),
    [
        ({}, True),
        ({"Result": "*"}, True),
        ({"Result": "1-0"}, False),
        ({"Result": "1-0", "Termination": "rules"}, False),
        ({"Result": "1-0", "Termination": "resigned"}, True),
        ({"Result": "0-1", "Termination": "time"}, True),
        ({"Result": "1/2-1/2", "Termination": "agreed"}, False),
        ({"Result": "1-0", "Termination": "arbiter"}, True),
        ({"Result": "1-0", "Termination": "whatever"}, False),
        ({"Result": "2-0", "Termination": "resigned"}, False),
        ({"Result": "won", "Termination": "resigned"}, False),
        ({"Termination": "resigned"}, True),
    ],
)
def test_an_open_record_agrees_with_a_result_that_came_otherwise(tags, agrees):
    assert check(record("c2", **tags)).agrees is agrees


@pytest.mark.parametrize(
    ("termination", "agrees"), [("agreed", True), ("arbiter", True), ("resigned", False), ("time", False)]
)
def test_a_draw_that_the_rules_do_not_know_stands_where_it_may_be_agreed(termination, agrees):
    drawn = record("c2", Result="1/2-1/2", Termination=termination)
    assert check(drawn, agreed_draws=True).agrees is agrees
    assert check(drawn).agrees is False


def test_a_draw_may_be_agreed_where_the_rules_know_draws():
    drawn = record("c2", Result="1/2-1/2", Termination="agreed", Options="repetition_draw")
    assert check(drawn).agrees is True


def test_a_proven_result_agrees_with_itself_only():
    _played, right, _game = whole_game()
    for result in ("1-0", "0-1", "1/2-1/2", "*"):
        for termination in ("rules", "resigned"):
            played, *_rest = whole_game(Result=result, Termination=termination)
            assert check(played).agrees is (result == right)


def test_open_may_stand_beside_moves_that_prove_nothing_only():
    assert check(record("c2", Result="open")).agrees is True
    assert check(record("c2 open", Result="open")).agrees is True
    assert check(whole_game(Result="open")[0]).agrees is False


def test_a_closing_result_that_contradicts_the_tag_does_not_agree():
    assert check(record("c2 0-1", Result="1-0", Termination="resigned")).agrees is False
    assert check(record("c2 1-0", Result="1-0", Termination="resigned")).agrees is True
    assert check(record("c2 *", Result="1-0", Termination="resigned")).agrees is True


def test_an_illegal_turn_is_told_with_its_ply_and_position():
    verdict = check(record("1. c2 g2 2. e2 f2", Result="*"))
    assert (verdict.legal, verdict.plies) == (False, 2)
    assert (verdict.outcome, verdict.reason, verdict.tally, verdict.agrees) == (None, None, None, None)
    assert (verdict.error.ply, verdict.error.token) == (3, "e2")
    assert str(verdict.error.message) == "e2 is occupied: add the dot you push from"
    assert verdict.error.position == "b2w/w4/6/w5b/6/b4/b2w w 11-11 0-0 ss"
    assert verdict.error.alternatives == ("d1-f2", "e1-e3", "f1-d2")


def test_a_token_that_is_no_turn_is_told_in_the_same_way():
    verdict = check(record("c2 Qd4 e2"))
    assert (verdict.error.ply, verdict.error.token) == (2, "Qd4")
    assert "is not a GIPF turn" in str(verdict.error.message)


def test_nothing_may_be_played_after_the_end():
    played, _result, game = whole_game()
    longer = record(" ".join(played.tokens) + " c2")
    assert (check(longer).error.ply, str(check(longer).error.message)) == (game["plies"] + 1, "the game is over")


def test_a_reserve_in_brackets_is_checked():
    assert check(record("Gg2 (16) Gh4 (16)", "tournament")).legal
    verdict = check(record("Gg2 (16) Gh4 (15)", "tournament"))
    assert (verdict.error.ply, verdict.error.token) == (2, "Gh4")
    assert str(verdict.error.message) == "pieces left in the reserve: 16, not 15"


def test_a_setup_that_the_rules_refuse_is_a_fault_before_the_first_ply():
    for tags, token in (
        ({"Handicap": "0/9"}, "0/9"),
        ({"Setup": "IRB"}, "IRB"),
        ({"Options": "literal_tie"}, "literal_tie"),
    ):
        verdict = check(record("c2", **tags))
        assert (verdict.error.ply, verdict.error.token, verdict.plies, verdict.positions) == (0, token, 0, ())


def test_a_record_that_cannot_be_read_to_its_end_is_not_legal():
    verdict = check(record("c2 {open"))
    assert (verdict.legal, verdict.plies, verdict.error.ply) == (False, 1, 2)
    verdict = check(record("c2", **{"Bad tag": "x"}))
    assert (verdict.error.ply, str(verdict.error.message)) == (0, 'this is not a tag: [Bad tag "x"]')
    # an illegal turn before the fault comes first
    assert check(record("e5 {open")).error.token == "e5"


def test_a_game_that_nobody_registered_is_not_judged():
    for game, rules in (("chess", "basic"), ("gipf", "giant"), ("gipf", "")):
        with pytest.raises(UnknownRules):
            check(record("e4", Game=game, Rules=rules))
    with pytest.raises(UnknownRules, match="names no game"):
        check(read_record('[Rules "basic"]\n\nc2'))
    with pytest.raises(UnknownRules, match="names no rules"):
        check(read_record('[Game "gipf"]\n\nc2'))


def test_handicap_and_options_of_the_record_count():
    verdict = check(record("", Handicap="0/2", Options="repetition_draw"))
    assert verdict.positions[0].view().pool("reserve", 1).count == 14
    assert verdict.options == {"repetition_draw"}
    assert verdict.rules.options == {"repetition_draw"}


def test_a_draw_by_repetition_is_proven():
    cycle = "e2 b5 f2 c6 g2 d7 h2;x e8;x "
    # two turns after the start both have brought in a single; that position comes up every eight plies
    moves = f"Gb2 Gh5 {cycle}{cycle}e2 "
    tags = {"Options": "repetition_draw", "Result": "1/2-1/2"}
    assert check(record(moves, "tournament", **tags)).outcome == "*"
    verdict = check(record(moves + "b5", "tournament", **tags))
    assert (verdict.plies, verdict.outcome, verdict.reason, verdict.agrees) == (20, "1/2-1/2", "repetition", True)


def test_every_position_can_be_stepped_through():
    played, _result, game = whole_game("standard", 2)
    verdict = check(played)
    assert len(verdict.positions) == game["plies"] + 1
    for before, move, after in zip(verdict.positions, verdict.moves, verdict.positions[1:], strict=False):
        assert before.play(move) == after


def test_turns_are_written_again_in_official_complete_notation():
    moves = "c2 g2 d2 g1-g3 {before the row} e1-e2 {row} b6-b5"
    verdict = check(record(moves))
    assert verdict.legal
    again = canonical(record(moves), verdict)
    assert again.tokens == ("c2", "g2", "d2", "g1-g3", "e1-e3", "b6-b4")
    assert again.notes == {4: (Note("comment", "before the row"),), 5: (Note("comment", "row"),)}


def test_parts_written_apart_become_one_turn_and_notes_keep_their_places():
    moves = "Wd8-d7 {a} Ke9-e8 {b} xc5,d6,e7,f7 {c} xe6,g4 {d} Wb6-c6 {e} Ka5-b5"
    source = data.GAMES / "game010821_01.json"
    opening = source.read_text().split('"source_text": "')[1].split(" Wd8-d7")[0]
    played = record(f"{opening} {moves}", "tournament")
    verdict = check(played)
    assert (verdict.legal, verdict.plies) == (True, 24)
    again = canonical(played, verdict)
    assert again.tokens[-4:] == ("d8-d4", "e9-e5;xc5,d6,e7,f7", "xe6,g4;b6-d6", "a5-c5")
    texts = {place: "".join(note.text for note in notes) for place, notes in again.notes.items()}
    assert texts == {21: "a", 22: "bc", 23: "de"}
    assert check(read_record(write_record(again))).tokens == verdict.tokens


def test_the_verdict_in_plain_values_names_everything():
    assert check(record("c2 c2", Result="*")).as_json() == {
        "game": "gipf",
        "rules": "basic",
        "legal": False,
        "plies": 1,
        "outcome": None,
        "reason": None,
        "tally": None,
        "agrees": None,
        "error": {"ply": 2, "token": "c2", "message": "c2 is occupied: add the dot you push from"},
    }
    assert check(record("c2")).as_json()["outcome"] == "*"
