"""Which three tiles are a triple: counts, examples, and another definition beside it."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from gipf_engine.rules.guowuguan.tiles import ALL_TILES, INDEX, KINDS, TILES, is_triple, triple_kinds, triple_types
from testing.reference.guowuguan import makes_triple


def types_of(text):
    return triple_types(*(INDEX[tile] for tile in text.split()))


def test_there_are_32_tiles_of_21_kinds():
    assert (TILES, len(ALL_TILES), len(KINDS)) == (32, 32, 21)
    assert list(Counter(ALL_TILES).values()).count(2) == 11


def test_195_kinds_of_triples_are_674_choices_of_tiles():
    kinds = triple_kinds()
    assert (len(kinds), sum(kinds.values())) == (195, 674)
    by_type, physical = Counter(), Counter()
    for tiles, count in kinds.items():
        for type_ in triple_types(*tiles):
            by_type[type_] += 1
            physical[type_] += count
    assert by_type == {
        "full_fourteen": 102,
        "five_sons": 30,
        "five_points": 18,
        "coincidence": 15,
        "split": 15,
        "all_different": 15,
        "big_dragon": 4,
        "small_dragon": 3,
        "two_three_kao": 2,
    }
    assert physical == {
        "full_fourteen": 420,
        "split": 80,
        "five_points": 78,
        "five_sons": 40,
        "coincidence": 38,
        "all_different": 33,
        "big_dragon": 16,
        "small_dragon": 12,
        "two_three_kao": 9,
    }


def test_the_674_are_found_among_all_choices_of_three_of_the_32_tiles():
    assert sum(is_triple(*three) for three in combinations(ALL_TILES, 3)) == 674


def test_a_definition_written_otherwise_finds_the_same():
    for three in combinations(range(len(KINDS)), 3):
        tiles = [KINDS[kind] for kind in three]
        assert is_triple(*three) == makes_triple(tiles), tiles
    for kinds in triple_kinds():
        assert all(is_triple(*order) for order in permutations(kinds))


@pytest.mark.parametrize(
    ("tiles", "types"),
    [
        ("63 66 11", ("five_points",)),  # 666 and 3 + 1 + 1
        ("65 65 53", ("full_fourteen",)),  # 555 and 6 + 6 + 3 = 15
        ("33 31 11", ("split",)),  # 333 111, whose other three sum to 3 or 9
        ("66 64 44", ("split", "full_fourteen")),  # 444 and 6 + 6 + 6 = 18
        ("55 53 52", ("coincidence",)),  # 5555 and 3 + 2
        ("66 66 63", ("five_sons",)),
        ("61 54 32", ("all_different",)),
        ("11 22 33", ("small_dragon",)),
        ("65 65 44", ("big_dragon",)),
        ("63 62 32", ("two_three_kao",)),
    ],
)
def test_ten_examples(tiles, types):
    assert types_of(tiles) == types


@pytest.mark.parametrize(
    "tiles",
    [
        "66 65 43",  # 666 and 5 + 4 + 3 = 12: neither five nor fourteen
        "66 66 54",  # four sixes, but 5 + 4 is not six
        "11 33 55",  # three pairs, but none of the dragons
    ],
)
def test_three_counter_examples(tiles):
    assert types_of(tiles) == ()


def test_three_equal_ends_means_exactly_three():
    # 5555 6 2: among them three fives and 5 + 6 + 2, or 6 + 2 with a fourth five: neither makes a triple
    assert types_of("55 55 62") == ()
