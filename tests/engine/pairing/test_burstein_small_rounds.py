"""Small rounds of the Burstein system against C.04.4.2 read out literally: every pairing of every bracket."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from gipf_engine.tournament.pairing.burstein.engine import pair_round
from gipf_engine.tournament.pairing.burstein.opposition import BursteinField, burstein_field_of
from testing.marks import first
from tests.engine.pairing.small_events import Pairs, avoiding, can_all_be_paired, find_bye, matchings, rounds_of

EVENTS = 200


def paired_literally(burstein: BursteinField) -> tuple[int | None, list[set[frozenset[int]]]]:
    players = burstein.field.players
    bye = find_bye(burstein.field, sorted(range(len(players)), key=lambda one: -burstein.rank[one]))
    left = [one for one in range(len(players)) if one != bye]
    scores = sorted({players[one].score for one in left}, reverse=True)
    groups = [[one for one in left if players[one].score == score] for score in scores]
    movers: list[int] = []
    brackets = []
    for place, residents in enumerate(groups):
        pairs = best_pairing(burstein, [*movers, *residents], groups[place + 1 :])
        movers = floaters_of(pairs, [*movers, *residents])
        brackets.append({frozenset(pair) for pair in pairs})
    return bye, brackets


def floaters_of(pairs: Pairs, bracket: Sequence[int]) -> list[int]:
    return [one for one in bracket if not any(one in pair for pair in pairs)]


def legal_pairings(burstein: BursteinField, bracket: Sequence[int], below: Sequence[Sequence[int]]) -> Iterator[Pairs]:
    """Those with the most pairs that C4 allows."""
    for floats in range(len(bracket) + 1):
        found = False
        for pairs in matchings(bracket, burstein.field, floats):
            rest = [*floaters_of(pairs, bracket), *(one for group in below for one in group)]
            if can_all_be_paired(rest, burstein.field):
                found = True
                yield pairs
        if found:
            return


def scores(burstein: BursteinField, those: Sequence[int]) -> list[int]:
    return sorted((burstein.field.players[one].score for one in those), reverse=True)


def fate(burstein: BursteinField, floaters: Sequence[int], below: Sequence[Sequence[int]]) -> tuple[object, ...]:
    """C7: C5 and C6 of the next bracket, as well as they can be met there."""
    if not below:
        return ()
    bracket = [*floaters, *below[0]]
    sent = [floaters_of(pairs, bracket) for pairs in legal_pairings(burstein, bracket, below[1:])]
    return min((len(those), scores(burstein, those)) for those in sent)


def best_pairing(burstein: BursteinField, bracket: Sequence[int], below: Sequence[Sequence[int]]) -> Pairs:
    """The first, in the order of article 4, of those that comply best with C5 to C8.

    Of those that do, only the ones count that make the fewest pairs that the event avoids.
    """
    players = burstein.field.players
    ranked = sorted(bracket, key=lambda one: burstein.rank[one])
    number = {one: place for place, one in enumerate(ranked, 1)}

    def worth(pairs: Pairs) -> tuple[object, ...]:
        floaters = floaters_of(pairs, bracket)
        missed = sum(
            players[one].preference is not None and players[one].preference is players[two].preference
            for one, two in pairs
        )
        opponents = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
        order = [-number[opponents[one]] if one in opponents else 0 for one in ranked]
        return (
            scores(burstein, floaters),
            fate(burstein, floaters, below),
            missed,
            burstein.field.count_avoided(pairs),
            order,
        )

    return min(legal_pairings(burstein, bracket, below), key=worth)


@pytest.mark.parametrize("part", first(1, range(5)))
def test_every_bracket_is_the_first_of_the_best(part: int) -> None:
    compared = floats = 0
    for seed in range(part * EVENTS // 5, (part + 1) * EVENTS // 5):
        for table in rounds_of("burstein", seed):
            if not table.rounds_played:
                continue
            burstein = burstein_field_of(table)
            made = pair_round(burstein)
            bye, brackets = paired_literally(burstein)
            assert made.bye == bye, (seed, table.rounds_played + 1)
            found = [{frozenset(pair) for pair in each.pairs} for each in made.brackets]
            assert found == brackets, (seed, table.rounds_played + 1)
            compared += 1
            floats += any(len(each.outcome.floaters) > 1 for each in made.brackets)
    assert compared > 80 and floats > 10  # the hard cases were among them


@pytest.mark.parametrize("part", range(3))
def test_avoided_pairs_are_the_fewest_among_equals(part: int) -> None:
    changed = kept = 0
    for seed in range(part * 30, part * 30 + 30):
        for plain in rounds_of("burstein", seed):
            if not plain.rounds_played:
                continue
            burstein = burstein_field_of(avoiding(plain, seed))
            made = pair_round(burstein)
            _bye, brackets = paired_literally(burstein)
            found = [{frozenset(pair) for pair in each.pairs} for each in made.brackets]
            assert found == brackets, (seed, plain.rounds_played + 1)
            before = pair_round(burstein_field_of(plain))
            changed += set(before.pairs) != set(made.pairs)
            kept += burstein.field.count_avoided(made.pairs) > 0
    assert changed > 5 and kept > 5  # some could be avoided, others not
