"""Records are taken apart without knowing the rules, one after the other, and never raise."""

import itertools

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import BadSetup, NotAMove
from gipf_engine.rules.record import LONGEST_LINE, LONGEST_RECORD, Note, read_record, read_records
from gipf_engine.rules.registry import RULES

TAGS = '[Game "gipf"]\n[Rules "basic"]\n\n'


def only(text):
    (record,) = read_records(text)
    return record


def test_tags_may_share_a_line_and_escape_quotes():
    record = only('[Game "gipf"]\n[Event "a \\"b\\" \\\\"] [Site "x"]  [Round "4"]\n[Rules "basic"]\n\ne2')
    assert record.tags == {"Game": "gipf", "Event": 'a "b" \\', "Site": "x", "Round": "4", "Rules": "basic"}
    assert (record.game, record.variant, record.key) == ("gipf", "basic", "gipf-basic")


def test_options_are_a_list_of_names():
    assert only('[Game "gipf"] [Options "a, b,c ,"]').options == {"a", "b", "c"}
    assert only('[Game "gipf"]').options == frozenset()


@pytest.mark.parametrize(
    "text",
    ["1. e2 f2 2. g2 h2", "1.e2 f2 2.g2 h2", "e2 f2 g2 h2", "1. e2 1... f2 2. g2\n\nh2 ", "1.e2\tf2\r\n2...g2 h2"],
)
def test_move_numbers_may_be_written_or_left_out(text):
    assert only(TAGS + text).tokens == ("e2", "f2", "g2", "h2")


@pytest.fixture
def dotted_game():
    """Rules of a game whose turns have dots, registered for one test."""

    class Dotted(type(rules_for("gipf-basic"))):
        key, game, dotted_turns = "guowuguan-dotted", "guowuguan", True

    RULES.add(Dotted.key, Dotted)
    yield
    RULES.remove(Dotted.key)


def test_a_turn_that_looks_like_a_move_number_stays_whole_in_its_own_game(dotted_game):
    record = only('[Game "guowuguan"]\n[Rules "gwg"]\n\n1. 2.145 2. 3xL 3. / 2.abc')
    assert record.tokens == ("2.145", "3xL", "/", "2.abc")


def test_comments_and_variations_are_kept_at_their_places():
    record = only(TAGS + "{first} 1. e2 {a} (1. f2 {with ) a bracket} (f3)) f2 {b\nc} {d}")
    assert record.tokens == ("e2", "f2")
    assert record.notes == {
        0: (Note("comment", "first"),),
        1: (Note("comment", "a"), Note("variation", "1. f2 {with ) a bracket} (f3)")),
        2: (Note("comment", "b\nc"), Note("comment", "d")),
    }


def test_counts_are_told_from_variations():
    record = only(TAGS + "1. Gg2 (16) Gh4(16) 2. h2 (2. g2)")
    assert record.tokens == ("Gg2", "Gh4", "h2")
    assert record.counts == {1: 16, 2: 16}
    assert record.notes == {3: (Note("variation", "2. g2"),)}


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*", "won", "lost", "open"])
def test_a_closing_result_is_no_turn(result):
    record = only(f"{TAGS}1. e2 f2 {result} {{after}}")
    assert (record.tokens, record.result) == (("e2", "f2"), result)
    assert record.notes == {2: (Note("comment", "after"),)}
    assert only(f"{TAGS}{result}").result == result


def test_a_result_in_the_middle_is_a_turn_that_nobody_can_play():
    assert only(TAGS + "1-0 e2").tokens == ("1-0", "e2")


def test_records_follow_each_other():
    text = TAGS + "e2\n\n" + TAGS + '[Game "lyngk"]\n[Rules "main"]\n[Setup "I"]\n\n\n' + TAGS + "f2 *\n"
    records = list(read_records(text))
    assert [(record.line, record.key, record.tokens) for record in records] == [
        (1, "gipf-basic", ("e2",)),
        (6, "gipf-basic", ()),
        (9, "lyngk-main", ()),
        (14, "gipf-basic", ("f2",)),
    ]
    assert [record.end for record in records] == [6, 9, 14, 18]


def test_records_are_read_lazily():
    endless = itertools.chain.from_iterable(itertools.repeat([*TAGS.splitlines(True), "e2\n"]))
    assert [record.tokens for record in itertools.islice(read_records(endless), 3)] == [("e2",)] * 3


def test_a_blank_line_between_tags_does_not_end_them():
    record = only('[Game "gipf"]\n\n[Rules "basic"]\n\ne2')
    assert (record.key, record.tokens) == ("gipf-basic", ("e2",))


def test_a_byte_order_mark_is_ignored():
    assert only("\ufeff" + TAGS + "e2").tokens == ("e2",)


def test_files_that_begin_with_a_byte_order_mark_can_be_joined():
    first, second = read_records(2 * ("\ufeff" + TAGS + "e2\n"))
    assert (first.tokens, second.tokens, second.key) == (("e2",), ("e2",), first.key)


def test_a_line_in_brackets_inside_a_comment_is_part_of_it():
    record = only(TAGS + 'e2 {see\n[Event "x"]\n} f2')
    assert record.tokens == ("e2", "f2")


@pytest.mark.parametrize(
    ("moves", "sign", "tokens"),
    [("e2 {never closed", "{", ("e2",)), ("e2 f2 (g2", "(", ("e2", "f2")), ("e2 ) f2", ")", ("e2",)), ("}", "}", ())],
)
def test_a_bracket_that_stands_alone_is_a_fault_of_its_record_only(moves, sign, tokens):
    first, second = read_records(f"{TAGS}{moves}\n{TAGS}h2")
    assert isinstance(first.fault, NotAMove)
    assert str(first.fault) == f"a {sign} is unmatched"
    assert first.tokens == tokens
    assert (second.fault, second.tokens) == (None, ("h2",))


def test_text_among_the_tags_is_a_fault():
    record = only('[Game "gipf"] here\n[Rules "basic"]\n\ne2')
    assert isinstance(record.fault, BadSetup)
    assert str(record.fault) == "this is not a tag: here"
    assert str(only('[Game "gipf"]\n[Rules basic]').fault) == "this is not a tag: [Rules basic]"
    assert str(only('[Game "gipf"] [Rules "basic"] [Rules "x"]').fault) == "the tag Rules appears twice"


def test_too_long_a_line_or_record_is_a_fault():
    for text in (TAGS + "e" * (LONGEST_LINE + 1), TAGS + "e2 f2\n" * (LONGEST_RECORD // 6)):
        record = only(text)
        assert str(record.fault).startswith("this is too long for a record")
    with pytest.raises(NotAMove, match="too long"):
        read_record("e" * 5_000_000)


def test_a_line_may_be_as_long_as_the_longest_and_no_longer():
    """65,535 characters, its end of line among them (docs/record-format.md)."""
    for length, is_read in ((65_535, True), (65_536, False)):
        line = "{" + "x" * (length - 3) + "}\n"
        assert len(line) == length
        assert (only(TAGS + line + "e2").fault is None) is is_read


def test_a_record_may_be_as_long_as_the_longest_and_no_longer():
    """1,048,576 characters, in lines of 1,024 (docs/record-format.md)."""
    line = "{" + "x" * 1_021 + "}\n"
    for length, is_read in ((1_048_576, True), (1_048_577, False)):
        rest = length - len(TAGS)
        text = TAGS + line * (rest // 1_024) + "{" + "x" * (rest % 1_024 - 2) + "}"
        assert len(text) == length
        assert (only(text).fault is None) is is_read
        if is_read:
            assert read_record(text).fault is None
        else:
            with pytest.raises(NotAMove, match="too long"):
                read_record(text)


def test_one_record_is_asked_for_and_one_must_come():
    assert read_record(TAGS + "e2").tokens == ("e2",)
    with pytest.raises(NotAMove, match="should be one record, not 2"):
        read_record(TAGS + "e2\n" + TAGS)
    with pytest.raises(NotAMove, match="should be one record, not 0"):
        read_record(" \n")
    assert str(read_record(TAGS + "(").fault) == "a ( is unmatched"


def test_nothing_is_no_record():
    assert list(read_records("")) == []
    assert list(read_records("\n \n")) == []
    assert only("e2 f2").tags == {}
