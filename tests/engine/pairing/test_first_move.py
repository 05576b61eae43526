"""The lot for who begins: its recipe computed with hashlib alone, its evenness, and which boards it is drawn for."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.rules.errors import BadSetup
from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.pairing.base import Pair, RoundPairings
from gipf_engine.tournament.pairing.first_move import FIRST_MOVE, draw_first_move, draw_first_moves, lot_text
from testing.engine.pairing.simulation import field

EXAMPLE = "fedcba9876543210" * 4
SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)
NUMBERS = st.lists(st.integers(1, 5000), min_size=2, max_size=2, unique=True)


def seeds(count: int) -> list[str]:
    return [sha256(f"seed {number}".encode()).hexdigest() for number in range(count)]


@pytest.mark.parametrize(
    ("one", "two", "digit", "begins"), [(1, 2, "2", 1), (3, 4, "1", 3), (5, 6, "a", 6), (2, 7, "9", 7)]
)
def test_the_recipe_by_hand(one: int, two: int, digit: str, begins: int) -> None:
    """The digits are those that `printf 'first-move-1:%s:1:2' $seed | sha256sum` begins with, and so on."""
    assert sha256(f"first-move-1:{EXAMPLE}:{one}:{two}".encode()).hexdigest()[0] == digit
    assert draw_first_move(EXAMPLE, one, two) == begins


@given(SEEDS, NUMBERS)
def test_either_order_of_the_two_gives_the_same_lot_every_time(seed: str, pair: list[int]) -> None:
    one, two = pair
    text = f"first-move-1:{seed}:{min(pair)}:{max(pair)}"
    lower = int(sha256(text.encode()).hexdigest(), 16) < 2**255  # the first of 256 bits
    assert draw_first_move(seed, one, two) == draw_first_move(seed, two, one) == (min(pair) if lower else max(pair))
    assert lot_text(seed, one, two) == lot_text(seed, two, one) == text


def test_lots_are_even_and_those_of_one_round_independent() -> None:
    """4,000 fixed seeds: each count lies within four standard deviations of what chance would give."""
    made = [(draw_first_move(seed, 1, 2) == 1, draw_first_move(seed, 3, 4) == 3) for seed in seeds(4000)]
    for board in (0, 1):
        assert abs(sum(pair[board] for pair in made) - 2000) < 4 * (4000 * 0.25) ** 0.5
    for cell in ((True, True), (True, False), (False, True), (False, False)):
        assert abs(made.count(cell) - 1000) < 4 * (4000 * 0.25 * 0.75) ** 0.5


def test_a_number_begins_as_often_against_each_opponent() -> None:
    """Nobody gains by a high or a low number: number 40 against each of 79 others, 100 seeds each."""
    begun = sum(draw_first_move(seed, 40, other) == 40 for seed in seeds(100) for other in range(1, 81) if other != 40)
    assert abs(begun - 3950) < 4 * (7900 * 0.25) ** 0.5


def test_only_open_boards_are_drawn_and_they_stay_open() -> None:
    pairings = RoundPairings(1, (Pair(1, 2), Pair(3, 4, by_lot=True), Pair(5, 6, by_lot=True)))
    turned = {draw_first_moves(pairings, seed).pairs for seed in seeds(40)}
    assert turned == {
        (Pair(1, 2), second, third) for second in (Pair(3, 4), Pair(4, 3)) for third in (Pair(5, 6), Pair(6, 5))
    }
    assert [pair.by_lot for pair in draw_first_moves(pairings, EXAMPLE).pairs] == [False, True, True]


@pytest.mark.parametrize("seed", ["", "FEDC" * 16, "0" * 63, "0" * 64 + "\n"])
def test_what_is_no_seed_is_refused(seed: str) -> None:
    with pytest.raises(BadSetup):
        draw_first_move(seed, 1, 2)


def test_the_commitment_binds_recipe_rules_and_seed() -> None:
    text = f"first-move-1:gipf-standard:{EXAMPLE}"
    assert FIRST_MOVE.commitment(EXAMPLE, "gipf-standard") == sha256(text.encode()).hexdigest()


def test_every_board_of_a_swiss_without_colours_is_open() -> None:
    table = field(6, first_colour=Colour.WHITE)
    dutch = system("swiss-dutch")
    assert {pair.by_lot for pair in dutch.pair(table).pairs} == {False}
    made = dutch.pair(replace(table, colour_free=True, first_colour=None))
    assert {pair.by_lot for pair in made.pairs} == {True}
    assert not any("begins" in str(message) for number in range(1, 7) for message in made.reasons[number])


def test_in_a_knock_out_those_boards_are_open_whose_players_began_equally_often() -> None:
    knock_out = system("knock-out")
    table = field(4)
    assert [pair.by_lot for pair in knock_out.pair(table).pairs] == [True, True]
    drawn = replace(table, first_colour=Colour.BLACK)
    assert knock_out.pair(drawn).pairs == (Pair(4, 1), Pair(2, 3))
    assert [pair.by_lot for pair in knock_out.pair(drawn).pairs] == [False, False]
