"""Studies as text and as JSON: what is written is read back as it was, whatever people typed."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest
from pytest import Subtests

from gipf_engine.diagrams import draw, points_of
from gipf_engine.rules import all_rules
from gipf_engine.rules.record import read_record
from gipf_engine.studies import chapter as chapters
from gipf_engine.studies.chapter import (
    BadStudy,
    Chapter,
    Grower,
    WrittenStudy,
    clean_comment,
    clean_marks,
    renumber,
)
from gipf_engine.studies.json_text import read_json_study, study_as_json
from gipf_engine.studies.text import chapter_of, read_study, write_study

HOSTILE = (
    "a } b { c",
    "&#125; and &#38; and [%csl Gd4] and [%cal Gd4-e5]",
    '\n[Game "gipf"]\n\n[Study "x"] 1. e2 1-0',
    "(a) ) (b",
    "$1 !? 1. e2 *",
    "<script>alert(1)</script>",
    "\u202eelif a si siht\u202c",
    "x\n\n\ny",
    "}" * 100,
)
HEAD = '[Game "gipf"]\n[Rules "basic"]\n\n'


def grown(key: str, random: Random) -> Chapter:
    """A chapter of 90 turns at most, with many variations, comments, signs and marks."""
    rules = all_rules()[key]
    setup = rules.chance.draw("00" * 32) if rules.chance is not None else ""
    grower = Grower(Chapter('A "name" \\ }', key, (), setup))
    points = sorted(points_of(grower.start.view()))
    for _turn in range(90):
        parent = random.choice(list(grower.turns)) if random.random() < 0.2 else max(grower.turns)
        position = grower.position(parent)
        if position.outcome is not None:
            continue
        move = random.choice(list(islice(position.legal_moves(), 40)))
        number, _used = grower.add(parent, [position.notation(move)])
        marks = [f"G{points[3]}", f"R{points[1]}-{points[5]}"] if random.random() < 0.3 else []
        grower.annotate(
            number,
            comment=clean_comment(random.choice(("", *HOSTILE))),
            sign=random.choice(("", *chapters.TURN_SIGNS)),
            marks=clean_marks(marks, grower.start),
        )
    grower.annotate(0, comment=clean_comment(HOSTILE[2]))
    return renumber(grower.chapter)


def test_what_is_written_is_read_back_in_every_game_of_two(subtests: Subtests) -> None:
    random = Random(5)
    keys = [key for key, rules in all_rules().items() if rules.seats == 2]
    assert len(keys) >= 7
    for key in keys:
        with subtests.test(key):
            study = WrittenStudy('T "x" [y]', (grown(key, random), grown(key, random)))
            assert len(study.chapters[0].turns) > 40
            assert read_study(write_study(study)) == study
            assert read_json_study(json.dumps(study_as_json(study))) == study


def test_a_chapter_in_the_words_of_its_file() -> None:
    study = read_study(
        '[Study "Edges"]\n[Chapter "One"]\n[Game "gipf"]\n[Rules "basic"]\n\n'
        "{the start} 1. g2 $1 {[%csl Gd4,Re5] good} (1. c2 {small}) (1. d2 c6) b3 2. f2 *\n"
    )
    assert study.title == "Edges"
    (only,) = study.chapters
    assert only.name == "One"
    # By hand: the main line g2 b3 e2, beside its first turn c2 alone and d2 c6.
    told = [(turn.number, turn.parent, turn.token, turn.comment, turn.sign, turn.marks) for turn in only.turns]
    assert told == [
        (0, None, "", "the start", "", ()),
        (1, 0, "g2", "good", "!", ("Gd4", "Re5")),
        (2, 1, "b3", "", "", ()),
        (3, 2, "f2", "", "", ()),
        (4, 0, "c2", "small", "", ()),
        (5, 0, "d2", "", "", ()),
        (6, 5, "c6", "", "", ()),
    ]
    assert write_study(study) == (
        '[Game "gipf"]\n[Rules "basic"]\n[Study "Edges"]\n[Chapter "One"]\n\n'
        "{the start} 1. g2 $1 {[%csl Gd4,Re5] good} (1. c2 {small}) (1. d2 c6) b3 2. f2 *\n"
    )


def test_a_chapter_starts_from_any_position() -> None:
    text = '[Game "gipf"]\n[Rules "basic"]\n[Position "b2w/5/6/w5b/6/5/b2w b 12-12 0-0 ss"]\n\n1... g2 *\n'
    (only,) = read_study(text).chapters
    assert only.position == "b2w/5/6/w5b/6/5/b2w b 12-12 0-0 ss"
    assert write_study(read_study(text)) == text
    with pytest.raises(BadStudy):
        read_study('[Game "gipf"]\n[Rules "basic"]\n[Position "nonsense"]\n\n*\n')


def test_illegal_turns_are_refused_in_lines_and_variations(subtests: Subtests) -> None:
    for moves in ("1. d4 *", "1. g2 (1. d4) *", "1. g2 (1. c2 (1. d4)) *", "1. g2 {never closed", "1. g2 ()"):
        with subtests.test(moves), pytest.raises(BadStudy, match="Chapter 1:"):
            read_study(HEAD + moves)


def test_a_variation_of_a_record_that_cannot_be_played_is_kept_as_words() -> None:
    chapter = chapter_of(read_record(HEAD + "1. g2 (1. c2 d4) {here} (1. d2 (1. c2)) *"))
    assert [(turn.token, turn.comment) for turn in chapter.turns] == [
        ("", ""),
        ("g2", "(1. c2 d4)\nhere"),
        ("d2", ""),
        ("c2", ""),
    ]


def test_limits(monkeypatch: pytest.MonkeyPatch, subtests: Subtests) -> None:
    with subtests.test("turns"), monkeypatch.context() as less:
        less.setattr(chapters, "MOST_TURNS", 2)
        assert len(read_study(HEAD + "1. g2 b3 *").chapters[0].turns) == 3
        with pytest.raises(BadStudy, match="at most 2 turns"):
            read_study(HEAD + "1. g2 b3 2. f2 *")
    with subtests.test("depth"), monkeypatch.context() as less:
        less.setattr(chapters, "MOST_VARIATIONS_WITHIN", 1)
        read_study(HEAD + "1. g2 b3 (1... c2 d2) *")
        with pytest.raises(BadStudy, match="at most 1 deep"):
            read_study(HEAD + "1. g2 b3 (1... c2 2. d2 (2. f2)) *")
    with subtests.test("comment"), pytest.raises(BadStudy, match="4000 characters"):
        read_study(HEAD + "1. g2 {%s} *" % ("x" * 4001))
    with subtests.test("chapters"), pytest.raises(BadStudy, match="at most 32 chapters"):
        read_study((HEAD + "1. g2 *\n\n") * 33)
    with subtests.test("marks"), pytest.raises(BadStudy, match="no mark on this board"):
        read_study(HEAD + "1. g2 {[%csl Gz9]} *")


def test_json_is_read_as_strictly(subtests: Subtests) -> None:
    good = study_as_json(read_study(HEAD + "1. g2 {a} b3 *"))
    assert read_json_study(json.dumps(good)).chapters[0].turns[2].token == "b3"

    def spoilt(change: str, value: object) -> str:
        wrong = json.loads(json.dumps(good))
        wrong["chapters"][0]["turns"][2][change] = value
        return json.dumps(wrong)

    wrongs = {
        "illegal": spoilt("token", "d4"),
        "parent": spoilt("parent", 7),
        "itself": spoilt("parent", 2),
        "twice": spoilt("number", 1),
        "truth": spoilt("number", True),
        "sign": spoilt("sign", "!!!"),
        "mark": spoilt("marks", ["Gd4-"]),
        "list": spoilt("comment", ["a"]),
        "more": json.dumps(good | {"more": 1}),
        "deep": "[" * 100_000,
        "none": "{}",
    }
    for name, text in wrongs.items():
        with subtests.test(name), pytest.raises(BadStudy):
            read_json_study(text)


def test_marks_are_drawn_where_their_points_are() -> None:
    start = Grower(Chapter("", "gipf-basic")).start
    drawn = draw(start.view(), marks=["Gd4", "Rd4-e5", "Bz9"])
    assert drawn.count('class="b-mark-') == 2
    assert 'class="b-mark-g"' in drawn
    assert "b-marks" not in draw(start.view())
