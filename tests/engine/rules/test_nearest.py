"""The legal turns that are nearest to one that is not, and where a turn stands in the text of a record."""

from __future__ import annotations

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.nearest import nearest_turns
from gipf_engine.rules.record import find_token, read_record
from testing.games.game_records import played


def test_turns_at_the_points_that_were_named_come_first() -> None:
    start = rules_for("gipf-standard").start()
    # No line leads from c1 to c9; the piece that comes in from c1 goes to c2.
    assert nearest_turns(start, "c1-c9", most=1) == ["c2"]
    assert nearest_turns(start, "g1-g2x", most=1) == ["g2"]


def test_in_lyngk_the_stack_and_its_landing_count() -> None:
    start = rules_for("lyngk-main").start("".join(played("lyngk-main")["setup"].values()))
    found = nearest_turns(start, "d2-h1")
    assert len(found) == 6
    legal = {start.notation(move) for move in start.legal_moves()}
    assert set(found) <= legal
    assert all("d2" in turn or "h1" in turn for turn in found)


def test_nothing_is_near_where_nothing_is_legal() -> None:
    over = rules_for("gipf-basic").position("b2w/5/6/w5b/6/5/b2w w 0-12 0-12 ss")
    assert over.outcome is not None
    assert nearest_turns(over, "g2") == []


TEXT = '\ufeff[Game "gipf"]\r\n[Rules "basic"] [Event "g2 b3"]\r\n\r\n1. g2 {a g2\r\n\r\n} b3\r\n2.f2?! (2. c2) d7 $3 *'


@pytest.mark.parametrize(("number", "token"), [(0, "g2"), (1, "b3"), (2, "f2"), (3, "d7")])
def test_a_token_is_found_where_it_stands_between_tags_comments_and_numbers(number: int, token: str) -> None:
    found = find_token(TEXT, number)
    assert found is not None
    begin, end = found
    assert TEXT[begin:end] == token == read_record(TEXT).tokens[number]
    before = TEXT[:begin]
    assert before.count("{") == before.count("}")
    assert before.count("(") == before.count(")")
    assert '"g2 b3"' in before


def test_a_token_that_is_not_there_is_not_found() -> None:
    assert find_token(TEXT, 4) is None
    assert find_token("", 0) is None
