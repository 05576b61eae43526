"""The fast and the plain checker mean the same rules: on random games, boards and texts."""

import random
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from gipf_engine.games.gipf.board import BOARD, DOTS, LINES, SPOTS, WAYS
from gipf_engine.games.gipf.removal import Removals
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import AmbiguousMove, RuleError
from testing.engine.rules import gipf_data as data
from testing.marks import examples, slow
from testing.reference import gipf_board as plain
from testing.reference import reference_rules

OPTIONS = (
    "empty_reserve_loses_at_once",
    "repetition_draw",
    "both_gipfs_lost_remover_wins",
    "crossing_row_may_stay",
)
COMBINATIONS = [
    (key, options) if count in (0, 1, known) else slow(key, options)
    for key, known in (("gipf-basic", 2), ("gipf-standard", 4), ("gipf-tournament", 4))
    for count in range(known + 1)
    for options in combinations(OPTIONS[:known], count)
]


@pytest.mark.parametrize(("key", "options"), COMBINATIONS)
def test_both_list_the_same_turns_through_a_random_game(key, options):
    data.play_both(key, frozenset(options), f"{key} {options}", most=70)


PIECES = st.sampled_from(["W", "W", "W", "WW", "WW", "B", "BB"])
CROWDED = (
    st.lists(st.sampled_from(LINES), min_size=1, max_size=3)
    .flatmap(lambda lines: st.fixed_dictionaries({spot: PIECES for line in lines for spot in line}))
    .filter(lambda board: sum(len(p) == 2 for p in board.values()) <= 9)
)
THINNED = st.tuples(CROWDED, st.sets(st.sampled_from(SPOTS), max_size=6)).map(
    lambda drawn: {spot: pieces for spot, pieces in drawn[0].items() if spot not in drawn[1]}
)


def as_bits(board):
    own = BOARD.mask(spot for spot, pieces in board.items() if pieces[0] == "W")
    return own, BOARD.mask(board), BOARD.mask(spot for spot, pieces in board.items() if len(pieces) == 2)


@examples(100, suppress_health_check=list(HealthCheck))
@given(THINNED)
def test_both_find_the_same_removals_on_a_crowded_board(board):
    own, occupied, gipfs = as_bits(board)
    removals = Removals(own, occupied, gipfs, crossing_may_stay=False)
    listed = list(removals)
    assert {frozenset(BOARD.points(taken)) for taken in listed} == set(plain.removal_sets(board, "W"))
    assert len(listed) == len(set(listed))
    assert all(taken in removals for taken in listed)
    assert all(plain.may_remove(board, "W", frozenset(BOARD.points(taken))) for taken in listed[:200])


@examples(100, suppress_health_check=list(HealthCheck))
@given(THINNED, st.sets(st.sampled_from(SPOTS), min_size=1, max_size=9))
def test_a_removal_that_is_not_listed_is_refused(board, spots):
    own, occupied, gipfs = as_bits(board)
    taken = BOARD.mask(spots)
    removals = Removals(own, occupied, gipfs, crossing_may_stay=False)
    assert (taken in removals) == (taken in list(removals))
    if not spots - board.keys():
        assert plain.may_remove(board, "W", frozenset(spots)) == (spots in plain.removal_sets(board, "W"))


@examples(100, suppress_health_check=list(HealthCheck))
@given(THINNED, st.sets(st.sampled_from(SPOTS), min_size=1, max_size=9))
def test_both_find_the_same_removals_where_a_crossing_row_may_stay(board, spots):
    own, occupied, gipfs = as_bits(board)
    removals = Removals(own, occupied, gipfs, crossing_may_stay=True)
    listed = list(removals)
    wanted = set(plain.removal_sets(board, "W", crossing_row_may_stay=True))
    assert {frozenset(BOARD.points(taken)) for taken in listed} == wanted
    assert len(listed) == len(wanted)
    assert wanted >= set(plain.removal_sets(board, "W"))
    assert (BOARD.mask(spots) in removals) == (spots in wanted)


POINTS = st.sampled_from(SPOTS + DOTS)
ENTRIES = st.one_of(
    POINTS,
    st.sampled_from(WAYS).flatmap(lambda way: st.sampled_from(way.spots).map(lambda spot: f"{way.dot}-{spot}")),
    st.tuples(POINTS, POINTS).map("-".join),
)
MARKED = st.tuples(st.sampled_from(["", "", "G"]), POINTS, st.sampled_from(["", "", "*"])).map("".join)
LISTS = st.one_of(st.just("x"), st.lists(MARKED, min_size=1, max_size=6).map(lambda marks: "x" + ",".join(marks)))
TOKENS = st.tuples(
    st.one_of(st.just(""), LISTS.map("{};".format)),
    st.sampled_from(["", "", "", "G", "W", "K", "GW"]),
    ENTRIES,
    st.one_of(st.just(""), LISTS.map(";{}".format)),
).map("".join)


def _read(position, token):
    try:
        return position.notation(position.parse(token))
    except RuleError as refusal:
        return "ambiguous" if isinstance(refusal, AmbiguousMove) else "refused"


def _positions(key):
    """A few positions of one random game, some of them with rows on the board, as (fast, plain)."""
    chance = random.Random(key)
    fast = rules_for(key).start()
    found = []
    while fast.outcome is None:
        found.append((fast, reference_rules(key).position(fast.text())))
        fast = fast.play(chance.choice(list(fast.legal_moves())))
    with_rows = [pair for pair in found if any(turn.startswith("x") for turn in pair[0].legal_moves())]
    return found[:3] + with_rows[:3] + found[-3:]


POSITIONS = [pair for key in ("gipf-basic", "gipf-standard", "gipf-tournament") for pair in _positions(key)]


@examples(150)
@given(st.sampled_from(POSITIONS), TOKENS)
def test_both_read_and_refuse_the_same_texts(pair, token):
    fast, slow = pair
    assert _read(fast, token) == _read(slow, token)


@examples(100)
@given(st.sampled_from(POSITIONS), st.data())
def test_both_read_the_short_forms_of_legal_turns_alike(pair, drawn):
    fast, slow = pair
    token = fast.notation(drawn.draw(st.sampled_from(list(fast.legal_moves()))))
    short = ";".join("x" if part.startswith("x") else part for part in token.split(";"))
    unmarked = token.replace("*", "").replace(",G", ",").replace("xG", "x")
    for text in (short, unmarked):
        assert _read(fast, text) == _read(slow, text)
    assert _read(fast, unmarked) == token
