"""Turns put together by touch: each way through the steps is a legal turn, and every legal turn has a way."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from gipf_engine.messages import Message
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from gipf_engine.rules.steps import ASK, ENDS, Ending, SetChoice, Words, byte_length, to_table, turns, walk
from testing.games.game_records import played, tokens_of
from tests.toy_game import registered

SETUP = "".join(played("lyngk-main")["setup"].values())


def played_at_random(start: Position, seed: int) -> Iterator[Position]:
    """The positions of one game."""
    chance, position = random.Random(seed), start
    while position.outcome is None:
        yield position
        position = position.play(chance.choice(list(islice(position.legal_moves(), 3000))))
    yield position


def legal(position: Position) -> set[str]:
    return {position.notation(move) for move in position.legal_moves()}


STARTS = [
    *(rules_for(key).start() for key in ("gipf-basic", "gipf-standard", "gipf-tournament")),
    rules_for("gipf-standard", ["crossing_row_may_stay"]).start(),
    rules_for("lyngk-main").start(SETUP),
    rules_for("lyngk-main", ["claim_captures"]).start(SETUP),
    rules_for("lyngk-six").start(SETUP),
]


@pytest.mark.parametrize("start", STARTS, ids=lambda start: f"{start.rules.key} {' '.join(start.rules.options)}")
def test_every_way_is_a_legal_turn_and_every_legal_turn_has_a_way(start: Position) -> None:
    for seed in range(2):
        for position in played_at_random(start, seed):
            assert set(turns(position.steps())) == legal(position), position.text()


def ways(text: str, *path: str, rules: str = "gipf-standard") -> tuple[str, list[str] | None]:
    """What is written after these touches, and what may be touched next."""
    found = walk(rules_for(rules).position(text).steps(), path)
    assert found.refused is None, found
    return found.text, None if found.steps is None else [step.key for step in found.steps.steps]


def test_a_dot_and_the_spot_beside_it_may_be_touched_in_either_order() -> None:
    # At the start White stands on b5, e2 and h5: from f1 a piece goes to f2, or pushes e2 to d2.
    start = rules_for("gipf-standard").start().text()
    assert ways(start, "f1") == ("", ["e2", "f2"])
    assert ways(start, "f1", "f2") == ("f2", None) == ways(start, "f2")
    assert ways(start, "f1", "e2") == ("f1-d2", None) == ways(start, "e2", "f1")


def test_crossing_rows_are_chosen_by_a_spot_of_one_of_them() -> None:
    # The picture of the rules (gipf_engine.games.gipf.pictures): two rows of White's cross on d4.
    text = "B1wW/2w2/1wwww1/W1w3B/6/5/B2W w 5-12 0-0 ss"
    written, next_ = ways(text)
    assert written == ""
    assert next_ is not None
    assert "d4" not in next_, "the spot of both rows chooses nothing"
    assert {"d3", "d5", "d6"} <= set(next_)
    # One spot chooses the row; then the piece comes in.
    assert ways(text, "d3", "f2") == ("xd3,d4,d5,d6;f2", None)


def test_a_gipf_piece_in_a_row_is_asked_for_and_the_singles_go_by_themselves() -> None:
    # d1 pushes the singles on d2 and d3 and the GIPF-piece on d4: four in a row with the new piece.
    text = "B2W/5/wwW3/W5B/6/5/B3 w 10-12 0-0 ss"
    assert ways(text, "d1", "d2") == ("d1-d5", ["d5", "done"])
    assert ways(text, "d1", "d2", "d5") == ("d1-d5;xd2,d3,d4,Gd5", None)
    assert ways(text, "d1", "d2", "done") == ("d1-d5;xd2,d3,d4", None)


def test_a_single_is_brought_in_by_a_button_while_both_may_be() -> None:
    rules = rules_for("gipf-tournament")
    position = rules.start()
    assert "single" not in [step.key for step in position.steps().steps], "the first piece must be a GIPF-piece"
    for token in ("Ge2", "Ge8"):
        position = position.play(position.parse(token))
    assert walk(position.steps(), ["c2"]).text == "Gc2"
    assert walk(position.steps(), ["single", "c2"]).text == "c2"


def test_a_claim_comes_before_the_stack() -> None:
    position = rules_for("lyngk-main").start(SETUP)
    claim = next(step for step in position.steps().steps if step.label)
    assert claim.then is not None
    source = claim.then().steps[0]
    assert source.then is not None
    target = source.then().steps[0]
    found = walk(position.steps(), [claim.key, source.key, target.key])
    assert (found.text, found.steps) == (f"{claim.key[-1]},{source.key}-{target.key}", None)
    assert found.text in legal(position)


def test_a_game_without_steps_of_its_own_has_a_button_for_each_turn() -> None:
    with registered():
        position = rules_for("triangle-small").start()
        steps = position.steps()
        assert [step.text for step in steps.steps] == ["top", "left", "right", "west", "middle", "east"]
        assert all(step.label is not None for step in steps.steps)


def test_a_table_has_the_same_turns_and_asks_for_what_it_leaves_out() -> None:
    position = rules_for("lyngk-main").start(SETUP)
    table = json.loads(json.dumps(to_table(position.steps(), most=100_000)))
    assert set(_turns_of(table, 0)) == legal(position)
    assert len(table["rows"]) < 100
    small = to_table(position.steps(), most=2_000)
    assert byte_length(small) <= 2_000
    rows: Any = small["rows"]
    known = [row for _places, row, _text, _effects in rows[0][1]]
    assert ASK in known, "what lies beyond is asked for"
    assert len(known) > 1, "what fits is told"


def test_of_a_row_that_is_too_long_the_longest_touches_are_asked_for() -> None:
    position = rules_for("gipf-tournament").start()
    for token in tokens_of(played("gipf-tournament"))[:38]:
        position = position.play(position.parse(token))
    table: Any = to_table(position.steps(), most=750)
    ((_ask, entries, _buttons, glow),) = table["rows"]
    assert 650 < byte_length(table) <= 750
    assert sorted(names.split(":")[0] for places, *_rest in entries for names in places.split()) == glow.split()
    assert ["a4:b4 e1:e2 f8:f7", ENDS, "$1", "p:$0:W:reserve.0 m:$0:$1:W"] in entries
    assert "a1" in entries[-1][0].split()
    assert entries[-1][1:] == [ASK, "", ""]


def test_a_table_writes_a_row_with_pieces_of_the_other_colour_as_it_is() -> None:
    position = rules_for("gipf-tournament").start()
    for token in tokens_of(played("gipf-tournament"))[:38]:
        position = position.play(position.parse(token))
    table = json.loads(json.dumps(to_table(position.steps(), most=100_000)))
    assert "a5-e5;xc2*,c3,c5,c6" in legal(position)
    assert set(_turns_of(table, 0)) == legal(position)


def _turns_of(table: dict, row: int) -> Iterator[str]:
    _ask, entries, buttons, _glow = table["rows"][row]
    touched = [(row, written(text, names.split(":"))) for places, row, text, _ in entries for names in places.split()]
    for following, text in [*touched, *((row, text) for _key, _words, row, text, _ in buttons)]:
        if following == ENDS:
            yield text
        else:
            yield from (text + rest for rest in _turns_of(table, following))


def written(pattern: str, names: list[str]) -> str:
    return re.sub(r"\$(\d+)", lambda found: names[int(found[1])], pattern)


def test_touches_that_say_and_do_alike_are_one_entry() -> None:
    table = to_table(rules_for("yinsh-normal").start().steps())
    rows: Any = table["rows"]
    ((places, row, text, effects),) = rows[0][1]
    assert len(places.split()) == 85
    assert (row, text, effects) == (ENDS, "$0", "p:$0:R:rings.0")


REFUSED = [
    ("gipf-standard", [], "d4", "d4: a piece comes in only next to a dot"),
    ("gipf-standard", ["c1"], "e5", "no line leads from c1 to the spot e5"),
    ("lyngk-main", [], "b1", "a joker cannot move"),
    ("lyngk-main", ["d2"], "h1", "d2 and h1 are not on one line"),
]


@pytest.mark.parametrize(("key", "path", "touched", "words"), REFUSED)
def test_a_place_that_does_not_light_up_is_refused_with_words(
    key: str, path: list[str], touched: str, words: str
) -> None:
    position = rules_for(key).start(SETUP if key.startswith("lyngk") else "")
    found = walk(position.steps(), [*path, touched])
    assert found.refused == touched, found
    assert str(position.explain_refusal(found.path, touched)) == words


def test_the_end_of_a_game_has_no_steps() -> None:
    for start in STARTS:
        *_positions, last = played_at_random(start, 5)
        assert last.steps().steps == ()


def test_sets_are_chosen_by_what_sets_them_apart() -> None:
    words = Words(ask=Message("?"), done=Message("done"))
    sets = {frozenset(each.split()): Ending(each, None) for each in ("a b", "a c", "a b d")}
    steps = SetChoice(sets, words).begin()
    assert [step.key for step in steps.steps] == ["b", "c", "d"]
    assert set(turns(steps)) == {"a b", "a c", "a b d"}
    assert walk(steps, ["c"]).text == "a c"
    assert walk(steps, ["b", "done"]).text == "a b"
