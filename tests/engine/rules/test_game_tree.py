"""A game with variations is a tree: walked, extended, and written as the record that it was read from."""

import pytest

from gipf_engine.rules.errors import IllegalMove
from gipf_engine.rules.game_tree import GameTree
from gipf_engine.rules.record import read_record, write_record
from gipf_engine.rules.verdict import check

TEXT = """[Game "gipf"]
[Rules "basic"]

{before} 1. c2 $1 {good} (1. f2 c6 {why not}) c6 (1... f7 $4 2. g2 (2. d2)) 2. f2 *
"""


def tree_of(text):
    return GameTree.read(read_record(text))


def test_the_main_line_and_its_variations_are_nodes():
    tree = tree_of(TEXT)
    assert [node.token for node in tree.root.main_line()] == ["c2", "c6", "f2"]
    first, other = tree.root.children
    assert (first.token, first.nags, first.comments) == ("c2", [1], ["good"])
    assert [other.token, *(node.token for node in other.main_line())] == ["f2", "c6"]
    assert next(other.main_line()).comments == ["why not"]
    second = first.children[1]
    assert (second.token, second.nags, [node.token for node in second.children]) == ("f7", [4], ["g2", "d2"])
    assert [node.token for node in second.children[1].path()] == ["c2", "f7", "d2"]


def test_it_is_written_as_the_record_that_it_was_read_from():
    assert write_record(tree_of(TEXT).record()) == TEXT
    again = tree_of(write_record(tree_of(TEXT).record()))
    assert write_record(again.record()) == TEXT


def test_signs_are_read_behind_turns_and_alone():
    record = read_record('[Game "gipf"]\n[Rules "basic"]\n\n1. c2! c6?? 2. f2!? $14 f7')
    assert record.tokens == ("c2", "c6", "f2", "f7")
    assert [[note.text for note in record.notes.get(place, ())] for place in range(5)] == [
        [],
        ["1"],
        ["4"],
        ["5", "14"],
        [],
    ]
    assert [note.sign for note in record.notes[3]] == ["!?", "$14"]
    assert check(record).legal


def test_turns_are_added_once_and_can_be_promoted():
    tree = tree_of('[Game "gipf"]\n[Rules "basic"]\n\n1. c2 c6')
    assert tree.root.add("b1-c2") is tree.root.children[0]  # the same turn from another dot
    other = tree.root.add("f2")
    assert [node.token for node in tree.root.children] == ["c2", "f2"]
    other.promote()
    assert [node.token for node in tree.root.main_line()] == ["f2"]
    with pytest.raises(IllegalMove):
        other.add("e5")


def test_a_variation_that_cannot_be_played_is_kept_as_it_is():
    text = '[Game "gipf"]\n[Rules "basic"]\n\n1. c2 (1. e5 what) c6 *\n'
    tree = tree_of(text)
    assert tree.root.children[0].unread == ["1. e5 what"]
    assert write_record(tree.record()) == text


def test_a_record_whose_own_turns_cannot_be_played_is_refused():
    with pytest.raises(IllegalMove):
        tree_of('[Game "gipf"]\n[Rules "basic"]\n\n1. e5')


def test_variations_beyond_any_depth_that_people_write_are_kept_as_text():
    nested = "1. f2 (" * 200 + "1. g2" + ")" * 200
    tree = tree_of(f'[Game "gipf"]\n[Rules "basic"]\n\n1. c2 ({nested}) c6')
    assert len(tree.root.children) == 33
    assert [node.token for node in tree.root.children[:2]] == ["c2", "f2"]
    assert sum(len(node.unread) for node in tree.root.children) == 1
