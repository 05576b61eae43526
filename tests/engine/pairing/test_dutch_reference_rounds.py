"""The Dutch system against the 120 reference tournaments: every round, colours, bye, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import ByeKind, CrossTable
from gipf_engine.tournament.pairing import RoundPairings, system
from gipf_engine.tournament.pairing.base import ByeGiven, Pair
from gipf_engine.tournament.pairing.dutch.criteria import criteria, first_difference
from gipf_engine.tournament.replay import before_round, boards_of
from testing.swiss_corpus import tournaments

DUTCH = system("swiss-dutch")
ROUNDS = 920


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a finished tournament: as it was before it, paired by us, and as the reference paired it."""

    name: str
    before: CrossTable
    ours: RoundPairings
    theirs: set[tuple[int, int]]


@cache
def rounds() -> tuple[Round, ...]:
    """Every round of every tournament, paired again."""
    found = []
    for name, data in tournaments().items():
        table = trf.read(data).table
        for number in range(1, table.rounds_played + 1):
            before = before_round(table, number, table.first_colour)
            found.append(Round(f"{name} round {number}", before, DUTCH.pair(before), boards_of(table, number)))
    return tuple(found)


def boards(made: RoundPairings) -> set[tuple[int, int]]:
    """Pairs as (white, black), the bye that the pairing gave as (number, 0)."""
    byes = {(bye.number, 0) for bye in made.byes if bye.kind is ByeKind.PAIRING}
    return {(pair.white, pair.black) for pair in made.pairs} | byes


def as_pairings(found: set[tuple[int, int]], number: int) -> RoundPairings:
    """The reference's round, in no particular order."""
    pairs = tuple(Pair(white, black) for white, black in found if black)
    byes = tuple(ByeGiven(white, ByeKind.PAIRING) for white, black in found if not black)
    return RoundPairings(number, pairs, byes)


def test_all_920_rounds_are_those_of_the_reference_in_pairs_colours_and_byes() -> None:
    assert len(rounds()) == ROUNDS
    assert [each.name for each in rounds() if boards(each.ours) != each.theirs] == []


def test_our_rounds_are_never_worse_than_the_reference_by_the_letter_of_the_criteria() -> None:
    for each in rounds():
        ours = criteria(each.before, each.ours)
        assert ours.violations == (), each.name
        difference = first_difference(ours, criteria(each.before, as_pairings(each.theirs, each.ours.number)))
        assert difference is None, (each.name, difference)


def test_the_colour_of_the_lot_shows_in_the_rounds_played() -> None:
    for each in rounds():
        if each.ours.number == 2:  # later rounds show it in the same way
            assert DUTCH.pair(replace(each.before, first_colour=None)).pairs == each.ours.pairs, each.name
