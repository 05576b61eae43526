"""Lessons: what their texts ask for is done by their solutions, and by few of the other legal turns."""

import pytest

from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.lessons import Course, all_courses, any_turn, course_of

COURSES = all_courses()
LESSONS = [(game, lesson.key) for game, course in COURSES.items() for lesson in course.lessons]


def find(game, key):
    return next(lesson for lesson in COURSES[game].lessons if lesson.key == key)


def test_each_game_between_two_has_ten_lessons_told_once():
    assert list(COURSES) == ["dvonn", "gipf", "lyngk", "tzaar", "yinsh", "zertz"]
    for course in COURSES.values():
        assert len(course.lessons) == len(set(course.keys)) == 10
        assert course.rules in all_rules()
    assert [COURSES[game].name for game in COURSES] == ["DVONN", "GIPF", "LYNGK", "TZAAR", "YINSH", "ZÈRTZ"]
    assert course_of("guowuguan") is None


@pytest.mark.parametrize(("game", "key"), LESSONS)
def test_the_solution_is_legal_as_written_and_does_what_is_asked_for(game, key):
    lesson = find(game, key)
    position = lesson.begin()
    assert lesson.rules.startswith(f"{game}-")
    assert position.text() == lesson.position
    assert position.turn == 0
    assert position.notation(position.parse(lesson.solution)) == lesson.solution
    assert lesson.judge(lesson.solution) == position.parse(lesson.solution)


@pytest.mark.parametrize(("game", "key"), LESSONS)
def test_a_wrong_turn_is_refused_with_a_reason_or_does_something_else(game, key):
    lesson = find(game, key)
    if lesson.wanted is any_turn:
        with pytest.raises(RuleError) as refused:
            lesson.judge(lesson.wrong)
        assert str(refused.value.message)
        return
    try:
        assert lesson.judge(lesson.wrong) is None
    except RuleError as refused:
        assert (game, key) == ("zertz", "capture"), refused.message


@pytest.mark.parametrize(("game", "key"), LESSONS)
def test_texts_are_short(game, key):
    lesson = find(game, key)
    assert len(str(lesson.title)) <= 24
    assert len(str(lesson.text)) <= 160
    assert len(str(lesson.task)) <= 75
    assert len(str(lesson.hint)) <= 120


WANTED = {
    ("dvonn", "height"): ({"d3-f3"}, 3),
    ("dvonn", "take"): ({"d3-e4"}, 6),
    ("dvonn", "red"): ({"d3-e3", "e4-e3", "f4-e3"}, 10),
    ("dvonn", "cut"): ({"e4-d4", "e4-d3"}, 11),
    ("dvonn", "touch"): ({"f3-e3", "c4-c3", "c4-d4"}, 8),
    ("dvonn", "pass"): ({"c4-d4", "d3-d4"}, 8),
    ("dvonn", "win"): ({"e4-f4"}, 2),
    ("gipf", "bump"): ({"e1-e5"}, 30),
    ("gipf", "row"): ({"d1-d5;xd2,d3,d4,d5"}, 31),
    ("gipf", "capture"): ({"d1-d6;xd2,d3,d4,d5,d6*"}, 32),
    ("gipf", "defend"): ({"a1-e5"}, 30),
    ("gipf", "reserve"): ({"a4-e4"}, 31),
    ("gipf", "gipf-pieces"): ({"d1-d5;xd2,d3,d4"}, 30),
    ("gipf", "last"): ({"d1-d6;xd2,d3,d4,d5,Gd6*"}, 26),
    ("tzaar", "again"): (
        {"b4-b6;b6-d6", "b4-d6;d6-g7", "b4-d6;d6-b6", "c1-i3;i3-i5", "c1-i3;i3-f6", "d3-d6;d6-g7", "d3-d6;d6-b6"},
        87,
    ),
    ("tzaar", "stuck"): ({"d3-d6", "d3-d6;b1-c1", "d3-g1;g1-h1"}, 11),
    ("tzaar", "win"): ({"a3-d6", "c1-f3;a3-d3", "c1-f3;a3-d6", "c1-f3;d3-d6", "c1-f3;d3-a3", "d3-d6"}, 17),
    ("yinsh", "white"): ({"e4-e8"}, 68),
    ("yinsh", "longest"): ({"e4-e8"}, 79),
    ("yinsh", "break"): ({"b3-e6", "c8-e8", "h9-c4"}, 74),
    ("zertz", "colour"): ({"xd4Wf4", "xd5Wf3"}, 6),
    ("lyngk", "column"): ({"e3-e4"}, 12),
    ("lyngk", "win"): ({"e3-e4"}, 2),
}
"""By lesson the turns that do what is asked for, found on the board by hand, and how many turns are legal."""


@pytest.mark.parametrize(("game", "key"), WANTED)
def test_no_other_turn_does_it(game, key):
    lesson = find(game, key)
    legal = [str(move) for move in lesson.begin().legal_moves()]
    turns, count = WANTED[game, key]
    assert len(legal) == count
    assert {turn for turn in legal if lesson.judge(turn) is not None} == turns


def test_a_course_belongs_to_rules_that_there_are():
    course = Course("gipf", "gipf-basic", ())
    assert (course.lessons, course.keys, course.name) == ((), (), rules_for("gipf-basic").game_name)
