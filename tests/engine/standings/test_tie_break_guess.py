"""The tie-breaks of a file that does not name them, from its ranks."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.standings import rank
from gipf_engine.tournament.tie_break_guess import guess_tie_breaks

USUAL = ("BH/C1", "BH", "SB", "DE", "WIN")


@cache
def open_event() -> CrossTable:
    options = GeneratorOptions(players=40, rounds=7, scoring="1-half-0", colour_free=False)
    return generate(options, Random(5), system("swiss-dutch")).table


def with_ranks(table: CrossTable, codes: list[str], *, by_lot: bool = True) -> CrossTable:
    """The table with the ranks of these tie-breaks; whom they leave equal share one, or are told apart by number."""
    rows = rank(table, codes)
    places = {row.number: place if by_lot else row.rank for place, row in enumerate(rows, 1)}
    entrants = (replace(each, extras={"rank": str(places[each.number])}) for each in table.entrants)
    return replace(table, entrants=tuple(entrants))


@pytest.mark.parametrize(
    "codes", [["BH/C1", "BH", "SB"], ["BH", "PS"], ["DE", "WON", "BH"], ["SB", "BH/M1"], ["PS", "BH/C1"]]
)
def test_the_list_that_made_the_ranks_gives_them_all(codes: list[str]) -> None:
    """Another list may give the same ranks: what counts is that all are given."""
    table = with_ranks(open_event(), codes, by_lot=False)
    found = guess_tie_breaks(table, USUAL)
    assert found is not None
    assert (found.right, found.ranked) == (40, 40)
    assert [row.rank for row in rank(table, found.codes)] == [row.rank for row in rank(table, codes)]


def test_usual_tie_breaks_are_taken_before_others_that_explain_no_more() -> None:
    found = guess_tie_breaks(with_ranks(open_event(), list(USUAL)), USUAL)
    assert found is not None
    assert found.codes == USUAL[: len(found.codes)]


def test_ranks_that_no_list_gives_are_explained_as_far_as_possible() -> None:
    """The first and the last have changed places, which nothing explains."""
    table = with_ranks(open_event(), ["BH", "PS"], by_lot=False)
    other = {"1": "40", "40": "1"}
    entrants = tuple(
        replace(each, extras={"rank": other.get(each.extras["rank"], each.extras["rank"])}) for each in table.entrants
    )
    found = guess_tie_breaks(replace(table, entrants=entrants), USUAL)
    assert found is not None
    assert (found.right, found.ranked) == (38, 40)


def test_without_ranks_nothing_is_guessed() -> None:
    assert guess_tie_breaks(open_event(), USUAL) is None


def test_a_tie_break_that_contradicts_ranks_is_no_beginning() -> None:
    """In a large field SB by itself has more neighbours in order than BH, and contradicts many ranks."""
    options = GeneratorOptions(players=120, rounds=5, scoring="1-half-0")
    table = with_ranks(generate(options, Random(7), system("swiss-dutch")).table, ["BH", "SB"], by_lot=False)
    found = guess_tie_breaks(table, USUAL)
    assert found is not None and (found.right, found.ranked) == (120, 120)
