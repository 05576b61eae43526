"""The parts of the kit by themselves: boards, tables, effects, the tree of choices."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.kit.board import with_counted_columns, with_shared_rows
from gipf_engine.kit.choices import Choice, Moment, follow, list_turns, list_turns_with, settle, steps_of
from gipf_engine.kit.effects import (
    Captured,
    Flipped,
    Handed,
    Moved,
    Placed,
    PointRemoved,
    Removed,
    Stacked,
    read_effects,
    write_effects,
)
from gipf_engine.kit.table import GONE, Equipment, Pile, read_table
from gipf_engine.messages import Message
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.steps import turns, walk

SMALL = with_counted_columns([2, 3, 2])
"""a1 a2 b1 b2 b3 c1 c2: a point in the middle and six round it."""
EQUIPMENT = Equipment(
    SMALL,
    [Pile("hand", 0, {"A": 3}), Pile("captured", 0), Pile("columns", 0, whole=True)],
    pieces="ABb",
    sides={"b": "B"},
)


# --- boards ----------------------------------------------------------------------------------------------------


def test_points_know_what_lies_round_them():
    assert SMALL.names == ("a1", "a2", "b1", "b2", "b3", "c1", "c2")
    assert SMALL.neighbours["b2"] == ("b3", "c2", "c1", "b1", "a1", "a2")
    assert SMALL.neighbours["a1"] == ("a2", "b2", "b1", None, None, None)
    assert SMALL.between("a1", "c2") == ("b2",)
    assert SMALL.between("a1", "c1") is None
    assert SMALL.between("a1", "a1") is None
    assert len(SMALL.lines) == 9
    assert len(SMALL.symmetries.images) == 12


def test_labels_with_shared_rows():
    shared = with_shared_rows([(1, 2), (1, 3), (2, 3)])
    assert shared.names == ("a1", "a2", "b1", "b2", "b3", "c2", "c3")


@given(st.sets(st.sampled_from(with_counted_columns([4, 5, 6, 7, 6, 5, 4]).names)))
def test_bits_say_the_same_as_names(names):
    board = with_counted_columns([4, 5, 6, 7, 6, 5, 4])
    bits = board.mask(names)
    assert set(board.points(bits)) == names
    rows = set(board.rows(bits, 3))
    lines = {line[at : at + 3] for line in board.lines for at in range(len(line) - 2)}
    assert {frozenset(row) for row in rows} == {frozenset(line) for line in lines if names >= set(line)}
    assert board.has_row(bits, 3) == bool(rows)
    for number, beside in enumerate(board.with_neighbour(bits)):
        assert set(board.points(beside)) == {name for name in board.names if board.neighbours[name][number] in names}


@given(st.sets(st.sampled_from(SMALL.names)))
def test_islands_are_connected_and_apart(names):
    islands = [set(SMALL.points(each)) for each in SMALL.islands(SMALL.mask(names))]
    assert sum(map(len, islands)) == len(names)
    for one in islands:
        for point in one:
            assert {each for each in SMALL.neighbours[point] if each in names} <= one


# --- tables and effects ----------------------------------------------------------------------------------------


def test_effects_do_what_they_say():
    table = EQUIPMENT.start.apply([Placed("a1", "A", "hand.0"), Placed("b2", "A", "hand.0")])
    assert (table["a1"], table.pile("hand", 0)) == ("A", ("A",))
    stacked = table.apply([Stacked("a1", "b2"), Flipped("b2", "b")])
    assert (stacked["a1"], stacked["b2"]) == ("", "b")
    stack = table.apply([Stacked("a1", "b2"), Moved("b2", "c2", "A")])
    assert (stack["b2"], stack["c2"]) == ("A", "A")
    whole = table.apply([Stacked("a1", "b2"), Removed("b2", "columns.0")])
    assert whole.pile("columns", 0) == ("AA",)
    taken = stacked.apply([Captured("b2", 0)])
    assert taken.pile("captured", 0) == ("B",)  # whatever side it shows
    assert taken.apply([Handed("B", "captured.0", "hand.0")]).pile("hand", 0) == ("A", "B")
    smaller = table.apply([PointRemoved("c1")])
    assert smaller["c1"] == GONE
    assert "c1" not in smaller.spots()


def test_a_stack_passes_over_others_step_by_step():
    table = EQUIPMENT.start.apply([Placed("a1", "A", "hand.0"), Placed("b2", "A", "hand.0")])
    after = table.apply([Moved("a1", "b2", "A"), Moved("b2", "c2", "A")])
    assert (after["a1"], after["b2"], after["c2"]) == ("", "A", "A")


@pytest.mark.parametrize("effect", [Moved("a1", "a2", "A"), Placed("a1", "B", "hand.0")])
def test_what_is_not_there_cannot_go(effect):
    with pytest.raises(ValueError):
        EQUIPMENT.start.apply([effect])


def test_a_point_with_a_piece_cannot_leave():
    with pytest.raises(ValueError, match="a1 is not empty"):
        EQUIPMENT.start.apply([Placed("a1", "A", "hand.0"), PointRemoved("a1")])


names, letters = st.sampled_from(SMALL.names), st.sampled_from("ABb")
any_effect = st.one_of(
    st.builds(Placed, names, letters, st.just("hand.0")),
    st.builds(Moved, names, names, letters),
    st.builds(Stacked, names, names),
    st.builds(Flipped, names, letters),
    st.builds(Removed, names, st.just("hand.0")),
    st.builds(Captured, names, st.integers(0, 1)),
    st.builds(Handed, letters, st.just("hand.0"), st.just("captured.0")),
    st.builds(PointRemoved, names),
)


@given(st.lists(any_effect))
def test_effects_come_back_from_their_text(effects):
    assert read_effects(write_effects(effects)) == tuple(effects)


@pytest.mark.parametrize("text", ["q:a1", "p:a1", "", "m:a1:a2:A:A"])
def test_what_is_no_effect_is_not_read(text):
    if text:
        with pytest.raises(ValueError):
            read_effects(text)
    else:
        assert read_effects(text) == ()


@given(st.lists(st.sampled_from(["", "A", "AB", "b", GONE]), min_size=7, max_size=7), st.integers(0, 1))
def test_a_table_comes_back_from_its_text(points, mover):
    start = EQUIPMENT.start
    table = type(start)(EQUIPMENT, tuple(points), start.piles, mover, "memo" * mover)
    assert read_table(EQUIPMENT, table.text()) == table


NO_TABLES = [
    "",
    "../.../.. w",
    "../../.. w A3 - -",
    "../.../.. x A3 - -",
    "X./.../.. w A3 - -",
    "../.../.. w 3 - -",
    "../.../.. w A3 - - a b",
    "../.../.. w A9999 - -",
    "()/.../.. w A3 - -",
    "۱./.../.. w A3 - -",
    "." * 2000,
]


@pytest.mark.parametrize("text", NO_TABLES)
def test_what_is_no_table_is_refused(text):
    with pytest.raises(BadSetup):
        read_table(EQUIPMENT, text)


# --- the tree --------------------------------------------------------------------------------------------------


class Optional:
    """A turn: a point of three, then perhaps a second action, in either of two orders."""

    def choices(self, state, made):
        if not made:
            return [Choice("first", each, (each,)) for each in ("a1", "a2")] + [Choice("sweep", "s", ("b1", "b2"))]
        if made[-1].kind == "first":
            return [Choice("second", ";b1", ("b1",), last=True), Choice("none", "", label=Message("Leave it"))]
        return []

    def choose(self, state, made, text):
        return next((choice for choice in self.choices(state, made) if choice.text == text), None)

    def effects(self, state, choice):
        return []

    def after(self, state, choice):
        return state

    def write(self, made):
        return "".join(choice.text for choice in made)

    def ask(self, state, made):
        return Message("What now?")

    ask_more = ask


def test_what_is_chosen_by_writing_nothing():
    moment = Moment(Optional(), 0)
    assert list(list_turns(moment)) == ["a1;b1", "a1", "a2;b1", "a2", "s"]
    assert settle(follow(moment, ["a1"])[0]).is_complete
    assert follow(moment, ["a1", ";b1"])[0].is_complete
    assert follow(moment, ["a1", ";b2"])[1] == [";b2"]
    assert sorted(turns(steps_of(moment))) == ["a1", "a1;b1", "a2", "a2;b1", "s", "s"]  # on either point of the set


class Entering(Optional):
    """A piece comes from a dot onto a spot; a spot may be reached from several dots. It may be a large one."""

    def choices(self, state, made):
        if made and made[-1].kind == "small":
            return [Choice("enter", text, ways[0], None, True, None, ways[1:]) for text, ways in WAYS.items()]
        if made and made[-1].kind == "stay":
            large = [Choice("enter", f"G{text}", ways[0], None, True, None, ways[1:]) for text, ways in WAYS.items()]
            return [*large, Choice("small", "", (), Message("A small one"))]
        return [Choice("stay", "", (), Message("Leave the row"))]


WAYS = {"f2": (("f1", "f2"), ("g1", "f2")), "f1-d2": (("f1", "e2"),)}


def test_a_choice_may_be_touched_in_several_ways():
    small = follow(Moment(Entering(), 0), ["f2"])[0].made[:2]
    steps = steps_of(Moment(Entering(), 0, small))
    assert steps.places == ["e2", "f1", "f2", "g1"]
    assert [walk(steps, path.split()).text for path in ("f2", "g1", "e2", "f1 f2", "f1 e2")] == [
        *("f2", "f2", "f1-d2"),
        *("f2", "f1-d2"),
    ]
    assert walk(steps, ["f1"]).steps.places == ["e2", "f2"]


def test_a_written_part_is_found_behind_all_that_is_chosen_by_writing_nothing():
    moment = Moment(Entering(), 0)
    assert [choice.kind for choice in follow(moment, ["f2"])[0].made] == ["stay", "small", "enter"]
    assert [choice.kind for choice in follow(moment, ["Gf2"])[0].made] == ["stay", "enter"]
    left, parts = follow(moment, ["f3", "x"])
    assert (left.made, parts) == ((), ["f3", "x"])  # where it is not found nothing was chosen


def test_turns_are_listed_that_go_on_with_some_choices_and_what_was_written():
    moment = Moment(Optional(), 0)
    first, other, sweep = moment.choices
    assert list(list_turns_with([first, other], moment, [";b1"], 3)) == ["a1;b1", "a2;b1"]
    assert list(list_turns_with([first], moment, [], 3)) == ["a1;b1", "a1"]
    assert list(list_turns_with([sweep], moment, [";b1"], 3)) == []
    assert list(list_turns_with([sweep._replace(last=True)], moment, [";b1"], 3)) == ["s"]  # nothing goes on there
    assert list(list_turns_with([first, other], moment, [";b1"], 1)) == []


def test_no_piece_stays_on_a_rim_and_lines_run_out_to_it():
    board = with_counted_columns([2, 3, 2], has_rim=True)
    assert board.rim == set(board.names) - {"b2"}
    assert sorted(board.lines) == [("a1", "b2", "c2"), ("a2", "b2", "c1"), ("b1", "b2", "b3")]
    assert (board.all, board.points(board.all), board.mask(["a1"])) == (board.bit["b2"], ["b2"], 0)
    table = Equipment(board, [], pieces="W").start
    assert table.spots() == {"b2": ()}
    assert not with_counted_columns([2, 3, 2]).rim


def test_a_part_is_a_match_of_the_pattern():
    pattern = re.compile("[ab][12]|;b1")
    assert pattern.findall("a1;b1") == ["a1", ";b1"]
