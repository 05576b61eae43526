"""Records are written so that they read back as they were."""

from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.rules.record import RESULTS, GameRecord, Note, read_record, write_record
from testing.marks import examples


def test_a_record_is_written_with_move_numbers_and_a_result():
    record = GameRecord(
        tags={"White": "A", "Result": "0-1", "Rules": "basic", "Game": "gipf", "Annotator": 'B "C"\\'},
        tokens=("e2", "f2", "g2"),
        notes={0: (Note("comment", "why not"),), 2: (Note("variation", "2. h2"),)},
        counts={3: 10},
    )
    assert write_record(record) == (
        '[Game "gipf"]\n[Rules "basic"]\n[White "A"]\n[Result "0-1"]\n[Annotator "B \\"C\\"\\\\"]\n\n'
        "{why not} 1. e2 f2 (2. h2) 2. g2 (10) 0-1\n"
    )


def test_a_solitaire_numbers_every_turn():
    record = GameRecord(tags={"Game": "guowuguan", "Rules": "gwg"}, tokens=("2.145", "/", "3xL"))
    assert write_record(record, [0, 0, 0]).endswith("\n\n1. 2.145 2. / 3. 3xL *\n")


def test_long_lines_are_folded_between_turns():
    record = GameRecord(tags={"Game": "gipf", "Rules": "basic"}, tokens=("xb3*,c4,d5,e6,f6;e2",) * 40)
    lines = write_record(record).splitlines()
    assert max(map(len, lines)) <= 100
    assert read_record("\n".join(lines)).tokens == record.tokens


WORDS = st.from_regex(r"[a-zG][a-z0-9;,*x-]{0,12}", fullmatch=True).filter(lambda word: word not in RESULTS)
TEXTS = st.text(st.characters(exclude_characters="{}", exclude_categories=["Cs"]), max_size=40)
VALUES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]) | st.just(" "), max_size=30).map(str.strip)
NOTES = st.one_of(
    TEXTS.map(lambda text: Note("comment", text)),
    st.lists(WORDS, min_size=1, max_size=3).map(lambda words: Note("variation", " ".join(words))),
)


@examples(200)
@given(
    st.dictionaries(st.from_regex(r"[A-Za-z_]{1,10}", fullmatch=True), VALUES, max_size=4),
    st.lists(WORDS, max_size=20),
    st.dictionaries(st.integers(0, 20), st.lists(NOTES, min_size=1, max_size=2).map(tuple), max_size=3),
    st.sampled_from(["", *RESULTS]),
)
def test_what_is_written_reads_back_the_same(tags, tokens, notes, result):
    record = GameRecord(
        tags={"Game": "gipf", "Rules": "basic", **{f"X{name}": value for name, value in tags.items()}},
        tokens=tuple(tokens),
        notes={place: some for place, some in notes.items() if place <= len(tokens)},
        counts={1: 12} if tokens else {},
        result=result or "*",
    )
    again = read_record(write_record(record))
    assert (again.tags, again.tokens, again.counts, again.result) == (
        {name: " ".join(value.split()) for name, value in record.tags.items()},
        record.tokens,
        record.counts,
        record.result,
    )
    assert again.notes == record.notes


def test_a_comment_is_kept_to_the_letter_but_never_begins_a_record():
    record = GameRecord(tags={"Game": "gipf"}, notes={0: (Note("comment", '  a\n\n[Event]\n[Game "b"]\n'),)})
    again = read_record(write_record(record))
    assert again.notes == {0: (Note("comment", '  a\n\n[Event]\n [Game "b"]\n'),)}


def test_a_comment_cannot_end_itself():
    record = GameRecord(tags={"Game": "gipf"}, notes={0: (Note("comment", "a } b"),)}, result="never")
    assert write_record(record) == '[Game "gipf"]\n\n{a ) b} *\n'
