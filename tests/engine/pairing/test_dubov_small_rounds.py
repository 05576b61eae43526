"""Small rounds of the Dubov system against C.04.4.1 read out literally: every set, every shift, every transposition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

import pytest

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.dubov.engine import pair_round
from gipf_engine.tournament.pairing.dubov.players import DubovField, dubov_field_of
from gipf_engine.tournament.pairing.dubov.subgroups import middle_out
from testing.marks import first
from tests.engine.pairing.small_events import Pairs, avoiding, can_all_be_paired, find_bye, matchings, rounds_of

EVENTS = 250


def paired_literally(dubov: DubovField) -> tuple[int | None, list[Pairs]]:
    players = dubov.field.players
    bye = find_bye(dubov.field, sorted(range(len(players)), key=lambda one: -players[one].number))
    left = [one for one in range(len(players)) if one != bye]
    brackets = []
    while left:
        score = max(players[one].score for one in left)
        residents = [one for one in left if players[one].score == score]
        upfloaters = first_upfloaters(dubov, residents, [one for one in left if one not in residents])
        brackets.append(pair_bracket(dubov, [*residents, *upfloaters]))
        left = [one for one in left if one not in residents and one not in upfloaters]
    return bye, brackets


def missed(dubov: DubovField, pairs: Iterable[tuple[int, int]]) -> int:
    players = dubov.field.players
    return sum(
        players[one].preference is not None and players[one].preference is players[two].preference for one, two in pairs
    )


def first_upfloaters(dubov: DubovField, residents: Sequence[int], below: Sequence[int]) -> tuple[int, ...]:
    """3.2.1, 3.2.2 and 4.2: positions are the order of score and number already."""
    players, field = dubov.field.players, dubov.field
    for size in range(len(below) + 1):
        worth = {}
        for taken in combinations(below, size):
            ways = list(matchings([*residents, *taken], field))
            if not ways or not can_all_be_paired([one for one in below if one not in taken], field):
                continue
            most = [one for one in taken if dubov.facts[one].upfloats >= dubov.most_upfloats]
            again = sum(dubov.facts[one].just_upfloated for one in taken)
            floats = (len(most), sum(dubov.facts[one].upfloats for one in most), again)
            worth[taken] = (
                sorted((-players[one].score for one in taken), reverse=True),
                min(missed(dubov, pairs) for pairs in ways),
                floats if dubov.upfloats_count else (),
            )
        if worth:
            best = min(worth.values())
            return next(taken for taken in worth if worth[taken] == best)
    raise AssertionError("the round can be paired")


def middle_first(ordered: Sequence[int]) -> list[int]:
    """4.3.3, by the words of its example: the middle, then alternately above and below it."""
    if not ordered:
        return []
    middle = (len(ordered) - 1) / 2
    return sorted(ordered, key=lambda one: (abs(ordered.index(one) - middle), ordered.index(one)))


def pair_bracket(dubov: DubovField, bracket: Sequence[int]) -> Pairs:
    """3.2.3 to 3.2.6."""
    players, facts = dubov.field.players, dubov.facts

    def by_number(those: Iterable[int]) -> list[int]:
        return sorted(those, key=lambda one: players[one].number)

    def by_aro(those: Iterable[int]) -> list[int]:
        return sorted(those, key=lambda one: (facts[one].aro, players[one].number))

    ordered = by_number(bracket)
    if any(players[one].colours for one in bracket):
        first = [one for one in ordered if players[one].preference is Colour.WHITE]
    else:
        first = ordered[: len(ordered) // 2]
    second = [one for one in ordered if one not in first]
    ways = list(matchings(ordered, dubov.field))
    fewest = min(missed(dubov, pairs) for pairs in ways)
    first_is_smaller = len(first) <= len(second)
    smaller = first if first_is_smaller else second
    unavoidable = min(sum(one in smaller and two in smaller for one, two in pairs) for pairs in ways)
    pools = [middle_first(by_aro(first)), middle_first(by_number(second))]
    small_pool, large_pool = pools if first_is_smaller else pools[::-1]
    surplus = (len(large_pool) + unavoidable - (len(small_pool) - unavoidable)) // 2
    for from_smaller in combinations(small_pool, unavoidable):
        for from_larger in combinations(large_pool, surplus):
            shifted = {*from_smaller, *from_larger}
            sides = [by_aro({*first} ^ shifted), by_number({*second} ^ shifted)]
            legal = list(transposed(dubov, sides[0], sides[1]))
            if any(missed(dubov, pairs) == fewest for pairs in legal):
                first = legal[0]
                if not dubov.field.count_avoided(first):
                    return first
                return min(legal, key=lambda pairs: (missed(dubov, pairs), dubov.field.count_avoided(pairs)))
    raise AssertionError("the bracket can be paired")


def transposed(dubov: DubovField, first: Sequence[int], second: Sequence[int]) -> Iterator[Pairs]:
    for order in permutations(second):
        pairs = list(zip(first, order, strict=True))
        if all(dubov.field.allowed[one] >> two & 1 for one, two in pairs):
            yield pairs


@pytest.mark.parametrize("part", first(1, range(5)))
def test_every_bracket_is_the_first_of_the_best(part: int) -> None:
    compared = shifts = taken = 0
    for seed in range(part * EVENTS // 5, (part + 1) * EVENTS // 5):
        for table in rounds_of("dubov", seed):
            dubov = dubov_field_of(table)
            made = pair_round(dubov)
            bye, brackets = paired_literally(dubov)
            assert made.bye == bye, (seed, table.rounds_played + 1)
            assert [list(each.arrangement.pairs) for each in made.brackets] == brackets, (seed, table.rounds_played + 1)
            compared += 1
            shifts += any(each.arrangement.to_first or each.arrangement.to_second for each in made.brackets)
            taken += any(len(each.upfloaters) > 1 for each in made.brackets)
    assert compared > 100 and shifts > 20 and taken > 10  # the hard cases were among them


@pytest.mark.parametrize("part", range(3))
def test_avoided_pairs_are_the_fewest_among_transpositions(part: int) -> None:
    changed = kept = 0
    for seed in range(part * 30, part * 30 + 30):
        for plain in rounds_of("dubov", seed):
            dubov = dubov_field_of(avoiding(plain, seed))
            made = pair_round(dubov)
            _bye, brackets = paired_literally(dubov)
            found = [list(each.arrangement.pairs) for each in made.brackets]
            assert found == brackets, (seed, plain.rounds_played + 1)
            before = pair_round(dubov_field_of(plain))
            changed += set(before.pairs) != set(made.pairs)
            kept += dubov.field.count_avoided(made.pairs) > 0
    assert changed > 5 and kept > 5  # some could be avoided, others not


def test_shifters_come_from_the_middle() -> None:
    assert "".join("ABCDEFG"[one] for one in middle_out(range(7))) == "DCEBFAG"  # the example of 4.3.3
    assert middle_out(range(4)) == middle_first(range(4)) == [1, 2, 0, 3]
