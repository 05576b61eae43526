"""Variations of a record that can be stepped through, read from its notes."""

from __future__ import annotations

from games.core.replay import Start
from games.core.variations import MOST_TURNS, Variation, read_lines
from gipf_engine.rules.record import Note, read_record

BASIC = Start("gipf-basic")


def lines_of(text: str, start: Start = BASIC) -> tuple[Variation, ...]:
    record = read_record(f'[Game "gipf"]\n[Rules "basic"]\n\n{text}')
    return read_lines(start, record.tokens, record.notes)


def test_a_variation_replaces_the_turn_before_it_and_goes_on_from_there() -> None:
    game, variation = lines_of("1. c2 d2 2. c6 (2. f2 g2 {quiet} 3. b3) 2... d7")
    assert game.tokens == ("c2", "d2", "c6", "d7")
    assert (variation.number, variation.parent, variation.start) == (1, 0, 2)
    assert variation.tokens == ("c2", "d2", "f2", "g2", "b3")
    assert [(turn.ply, turn.token, turn.mover, turn.number) for turn in variation.turns] == [
        (3, "f2", 0, 2),
        (4, "g2", 1, None),
        (5, "b3", 0, 3),
    ]
    assert [remark.note for remark in variation.turns[1].remarks] == [Note("comment", "quiet")]
    assert game.turns[2].remarks[0].line is variation


def test_one_inside_another_branches_off_the_inner_line() -> None:
    _game, outer, inner = lines_of("1. c2 d2 (1... f2 2. g2 (2. b3))")
    assert (outer.tokens, inner.tokens) == (("c2", "f2", "g2"), ("c2", "f2", "b3"))
    assert (inner.parent, inner.start) == (outer.number, 2)
    assert outer.turns[1].remarks[0].line is inner
    assert outer.turns[0].number == 1  # a line that begins with Black says under which number


def test_one_before_the_first_turn_begins_the_game() -> None:
    game, variation = lines_of("(1. d2 c2) 1. c2")
    assert (variation.start, variation.tokens) == (0, ("d2", "c2"))
    assert game.opening[0].line is variation


def test_turns_in_another_notation_are_written_officially() -> None:
    _game, variation = lines_of("1. c2 (1. c1-c2 d1-d2)")
    assert variation.tokens == ("c2", "d2")


def test_what_cannot_be_played_stays_text() -> None:
    (game,) = lines_of("1. c2 (1. z9) (1. c2 c2-) (only words) 1... d2")
    assert [(remark.note.text, remark.line) for remark in game.turns[0].remarks] == [
        ("1. z9", None),
        ("1. c2 c2-", None),
        ("only words", None),
    ]


def test_more_turns_than_a_page_plays_through_stay_text() -> None:
    one = "(1. d2 c2) "
    lines = lines_of(f"1. c2 {one * (MOST_TURNS // 2 + 5)}")
    assert len(lines) == 1 + MOST_TURNS // 2
    assert [remark.line is None for remark in lines[0].turns[0].remarks][-6:] == [False, *[True] * 5]
