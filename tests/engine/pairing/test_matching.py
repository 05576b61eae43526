"""The two matching algorithms against trying everything."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.tournament.pairing.swiss.feasibility import maximum_matching
from gipf_engine.tournament.pairing.swiss.matching import heaviest_perfect_matching
from testing.marks import examples


def heaviest_total(weights: list[list[int]]) -> int:
    """The weight of the heaviest perfect matching, by trying all."""

    @cache
    def best(left: int) -> int:
        if not left:
            return 0
        one = (left & -left).bit_length() - 1
        rest = left & ~(1 << one)
        others = [two for two in range(len(weights)) if rest >> two & 1]
        return max(weights[one][two] + best(rest & ~(1 << two)) for two in others)

    return best((1 << len(weights)) - 1)


def random_weights(random: Random, size: int, most: int) -> list[list[int]]:
    weights = [[0] * size for _row in range(size)]
    for one in range(size):
        for two in range(one):
            weights[one][two] = weights[two][one] = random.randint(-most // 3, most)
    return weights


@pytest.mark.parametrize("most", [1, 2, 3, 5, 10, 100, 2**127, 10**90])
def test_the_heaviest_perfect_matching_is_found_whatever_the_size_of_weights(most: int) -> None:
    random = Random(most)
    for _trial in range(120):
        weights = random_weights(random, random.choice((2, 4, 6, 8, 10, 12)), most)
        partners = heaviest_perfect_matching(weights)
        assert all(partners[partners[one]] == one != partners[one] for one in range(len(weights)))
        assert sum(weights[one][partners[one]] for one in range(len(weights))) == 2 * heaviest_total(weights)


def test_an_odd_number_of_vertices_is_refused() -> None:
    with pytest.raises(ValueError, match="even"):
        heaviest_perfect_matching([[0]])


def test_nothing_is_matched_with_nothing() -> None:
    assert heaviest_perfect_matching([]) == []


@given(st.integers(1, 9), st.data())
@examples(300)
def test_no_graph_has_more_pairs_than_the_maximum_matching(size: int, data: st.DataObject) -> None:
    edges = data.draw(st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))))
    allowed = [0] * size
    for one, two in edges:
        if one != two:
            allowed[one] |= 1 << two
            allowed[two] |= 1 << one
    mates = maximum_matching((1 << size) - 1, allowed)
    assert all(mates[two] == one and allowed[one] >> two & 1 for one, two in mates.items())
    assert len(mates) == 2 * most_pairs((1 << size) - 1, tuple(allowed))


@cache
def most_pairs(left: int, allowed: tuple[int, ...]) -> int:
    """The largest number of pairs, by trying all."""
    if not left:
        return 0
    one = (left & -left).bit_length() - 1
    rest = left & ~(1 << one)
    with_one = (
        1 + most_pairs(rest & ~(1 << two), allowed)
        for two in range(len(allowed))
        if rest >> two & 1 and allowed[one] >> two & 1
    )
    return max(most_pairs(rest, allowed), *with_one, 0)
