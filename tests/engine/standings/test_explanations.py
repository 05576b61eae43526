"""The sum that a value shows is the value, whatever happened in the event; and numbers are only labels."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from gipf_engine.tournament import standings
from gipf_engine.tournament.crosstable import CrossTable, Entrant, Meeting
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import system
from testing.marks import first

SUMS = ["PTS", "BH", "BH/C1", "BH/M1", "BH/P", "FB", "SB", "SB/C1", "PS", "PS/C1", "STD", "KS", "MB"]
ALL = [*SUMS, "DE", "WIN", "WON", "BPG", "BWG", "REP", "AOB", "ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO"]


def event(seed: int) -> CrossTable:
    table = generate(GeneratorOptions(players=24, unrated=0), Random(seed), system("swiss-dutch")).table
    return replace(table, entrants=tuple(replace(entrant, name="Somebody") for entrant in table.entrants))


def number_of(text: str) -> Fraction:
    """ "6½" as 13/2."""
    whole, half = text.removesuffix("½"), text.endswith("½")
    return Fraction(whole or "0") + (Fraction(1, 2) if half else 0)


def worked_out(explanation: str) -> tuple[Fraction, Fraction]:
    """What an explanation says before the equals sign, and what stands behind it, worked out."""
    counted = re.split(r";|:", explanation)[0]
    total, _equals, terms = re.sub(r"\([^()]*\)", "", counted).partition("=")
    products = ([number_of(factor.strip()) for factor in term.split("×")] for term in terms.split("+"))
    return Fraction(total.strip()), sum((factors[0] * (factors[1:] or [1])[0] for factors in products), Fraction(0))


@pytest.mark.parametrize("seed", first(4, range(700, 712)))
def test_what_stands_behind_the_equals_sign_is_what_stands_before_it(seed: int) -> None:
    table = event(seed)
    values = {row.number: row.values for row in standings.rank(table, SUMS)}
    for number, messages in standings.explanations(table, SUMS, sorted(values)).items():
        for code, value, message in zip(SUMS, values[number], messages, strict=True):
            said, sum_ = worked_out(str(message))
            assert said == sum_ == value, f"{code} of {number}: {message}"


def relabelled(table: CrossTable) -> CrossTable:
    """The same event with the numbers counted from the other end."""
    top = len(table.entrants) + 1

    def moved(entrant: Entrant) -> Entrant:
        cells = tuple(
            replace(cell, opponent=top - cell.opponent) if isinstance(cell, Meeting) else cell for cell in entrant.cells
        )
        return replace(entrant, number=top - entrant.number, cells=cells)

    return replace(table, entrants=tuple(moved(entrant) for entrant in reversed(table.entrants)))


@pytest.mark.parametrize("seed", range(720, 726))
def test_other_numbers_change_no_value_and_no_rank(seed: int) -> None:
    table = event(seed)
    top = len(table.entrants) + 1
    ours = {row.number: (row.rank, row.points, row.values) for row in standings.rank(table, ALL)}
    theirs = {top - row.number: (row.rank, row.points, row.values) for row in standings.rank(relabelled(table), ALL)}
    assert ours == theirs
