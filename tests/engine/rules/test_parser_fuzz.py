"""Whatever text comes, the readers answer with the three errors or a verdict, and soon."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import AmbiguousMove, BadSetup, IllegalMove, NotAMove, UnknownRules
from gipf_engine.rules.record import read_records
from gipf_engine.rules.verdict import check
from testing.engine.rules import gipf_data as data
from testing.marks import examples
from tests.engine.rules.guowuguan_data import VARIANTS, deal

THREE = (NotAMove, IllegalMove, AmbiguousMove)
LONG = 64 * 1024
SECONDS = 2.0
"""Far above the 50 ms that bench/rules_gipf.py measures: this is to catch what never ends."""

ALPHABET = 'abcdefghi123456789GWKx;,*-() {}[]"\n.%=éß\u0661\x00'
SOUP = st.text(st.sampled_from(ALPHABET), max_size=200)
HEAVY = data.edge_position(data.edge_cases()["tournament_row_in_opening"])
STARTS = [rules_for(f"gipf-{variant}").start() for variant in data.VARIANTS] + [
    data.edge_position(case) for case in data.edge_cases().values()
]


def answer(position, token):
    try:
        position.parse(token)
    except THREE as refusal:
        return str(refusal)
    return ""


@examples(400)
@given(st.sampled_from(STARTS), st.one_of(SOUP, st.text(max_size=50)))
def test_any_token_is_a_turn_or_one_of_the_three_errors(position, token):
    answer(position, token)


@examples(300)
@given(st.one_of(SOUP, st.text(max_size=50)))
def test_any_text_is_a_position_or_no_set_up(text):
    for variant in data.VARIANTS:
        try:
            rules_for(f"gipf-{variant}").position(text)
        except BadSetup as refusal:
            assert str(refusal)


@examples(400)
@given(st.one_of(SOUP, SOUP.map('[Game "gipf"]\n[Rules "basic"]\n\n{}'.format), SOUP.map('[Game "{}'.format)))
def test_any_text_is_read_as_records_and_judged(text):
    for record in read_records(text):
        try:
            verdict = check(record)
        except UnknownRules:
            continue
        assert verdict.legal or str(verdict.error.message)


def _filled(piece):
    return piece * (LONG // len(piece))


LONG_TEXTS = [
    _filled(piece)
    for piece in (
        "e",
        "e2 ",
        "xe2,",
        "x;",
        ";",
        "e1-e2;",
        "(",
        ")",
        "{",
        "}",
        "({",
        "()",
        "[",
        '[A "',
        "\\",
        '"',
        "1.",
        " ",
        "*",
    )
]


@pytest.mark.parametrize("text", LONG_TEXTS, ids=lambda text: text[:6])
def test_a_very_long_line_is_answered_soon(text):
    started = time.process_time()
    assert answer(HEAVY, text)
    for head in ("", '[Game "gipf"]\n[Rules "basic"]\n\n', '[Game "gipf"]\n[Rules "basic"]\n[White "'):
        for record in read_records(head + text):
            try:
                assert not check(record).legal or not record.tokens
            except UnknownRules:
                assert not record.game
    with pytest.raises(BadSetup):
        rules_for("gipf-basic").position(text)
    assert time.process_time() - started < SECONDS


THOUSANDS = rules_for("gipf-tournament").position("B3/BB2W/2B1W1/3Ww2/wWWWBB/B1BW1/1B1W w 0-0 0-0 ss")
"""Four rows of White's cross, with GIPF-pieces nearly everywhere: 34,880 removals, found by a search for the most."""
IN_ROWS = "b2,c3,d4,e5,f2,f3,f4,f5,f6,f7,g5,h5"


@pytest.mark.parametrize(
    "token", ["x", "x;b3", "b3", "b3;x", "b3;xd4", "xd4;b3", f"x{IN_ROWS}", f"x{IN_ROWS},g2;b3", "xc6,d6,e6,f6;b3"]
)
def test_a_turn_is_refused_soon_where_removals_are_thousands(token):
    assert sum(1 for _taken in THOUSANDS.state.removals(False)) == 34_880
    started = time.process_time()
    assert answer(THOUSANDS, token)
    assert time.process_time() - started < 0.25  # by listing them all it takes two seconds


def test_turns_are_listed_lazily_where_removals_are_thousands():
    started = time.process_time()
    assert THOUSANDS.is_legal(next(THOUSANDS.legal_moves()))
    assert time.process_time() - started < 0.02


def test_five_megabytes_in_one_record_are_refused_soon():
    started = time.process_time()
    text = '[Game "gipf"]\n[Rules "basic"]\n\n' + "{nothing} c2 e2\n" * 330_000
    (record,) = read_records(text)
    verdict = check(record)
    assert not verdict.legal
    assert "too long for a record" in str(record.fault)
    assert time.process_time() - started < 2 * SECONDS


def test_thousands_of_plies_are_checked_in_time_that_grows_with_them():
    # a cycle of eight plies that both may go on with for ever
    cycle = "e2 b5 f2 c6 g2 d7 h2;xe2,f2,g2,h2 e8;xb5,c6,d7,e8\n"
    head = '[Game "gipf"]\n[Rules "tournament"]\n\nGb2 Gh5 '
    started = time.process_time()
    (record,) = read_records(head + cycle * 1000)
    verdict = check(record)
    assert (verdict.legal, verdict.plies, verdict.outcome) == (True, 8002, "*")
    assert time.process_time() - started < 3 * SECONDS


TILE_SOUP = st.text(st.sampled_from("123456xLRBG./-: a\u0661"), max_size=160)


@examples(300)
@given(st.sampled_from(VARIANTS), st.integers(0, 50), st.one_of(TILE_SOUP, SOUP))
def test_any_token_is_a_turn_of_guo_wu_guan_or_one_of_the_three_errors(variant, number, token):
    answer(deal(f"guowuguan-{variant}", number), token)


@examples(300)
@given(st.sampled_from(VARIANTS), st.integers(0, 50), st.one_of(TILE_SOUP, SOUP), st.integers(0, 90), st.integers(0, 9))
def test_any_text_is_a_set_up_or_position_of_guo_wu_guan_or_refused(variant, number, text, at, removed):
    rules = rules_for(f"guowuguan-{variant}")
    position = deal(f"guowuguan-{variant}", number).text()
    for damaged in (text, position[:at] + text[:3] + position[at + removed :]):
        for read in (rules.position, rules.start):
            try:
                again = read(damaged)
            except BadSetup as refusal:
                assert str(refusal)
            else:
                assert rules.position(again.text()) == again
                assert [again.play(turn) for turn in again.legal_moves()] or again.outcome is not None
